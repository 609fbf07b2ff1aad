import { mount } from 'svelte';
import App from './App.svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/matchday.css';
// before the pages that are loaded when they are opened, in whatever order: a game's own styles come after these
import './styles/cards.css';
import './styles/table.css';

/** A newer version was put in place while this page was open, and what it asks for is gone: start anew, but not again
 *  and again. */
const RENEWED = 'matchday.renewed';
addEventListener('vite:preloadError', () => {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RENEWED)) < 10_000) return;
    sessionStorage.setItem(RENEWED, String(Date.now()));
  } catch {
    return; // without a memory it could go on for ever
  }
  location.reload();
});

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app');
export default mount(App, { target });
