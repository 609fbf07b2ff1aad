/** Where we are: the fragment of the address, so that any static host serves every page. */

export interface Route {
  page: string;
  parts: string[];
}

function read(): Route {
  try {
    const [page = '', ...parts] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
    return { page, parts };
  } catch {
    return { page: '', parts: [] }; // a link that was cut in the middle of a letter leads to the lobby
  }
}

export const route = $state<Route>(read());

window.addEventListener('hashchange', () => Object.assign(route, read()));

export function go(...parts: (string | number)[]): void {
  location.hash = '#/' + parts.map((part) => encodeURIComponent(part)).join('/');
}
