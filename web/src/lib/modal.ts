/** A modal dialog of the browser: focus stays inside, Escape closes, and whatever had the focus has it again. */
export function modal(node: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  if (node.showModal) node.showModal();
  else node.setAttribute('open', '');
  node.focus();
  return () => {
    if (node.open) node.close?.();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}
