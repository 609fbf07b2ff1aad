/** The little Markdown that clauses use: paragraphs, lists, bold, italics, code; ids of clauses are for referees. Everything
 *  else is text. */

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}

function inline(text: string): string {
  return escape(text)
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replace(/(^|[\s(])[*_](.+?)[*_](?=$|[\s).,;:!?])/g, '$1<i>$2</i>')
    .replace(/`(.+?)`/g, '<code>$1</code>')
    .replace(/\b[A-Z]{2,4}-[A-Z]?\d+[a-z]?\b/g, '<small class="id">$&</small>');
}

export function markdown(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => {
      const lines = block.split('\n');
      const items = lines.filter((line) => /^\s*[-*] /.test(line));
      if (items.length === 0) return `<p>${inline(lines.join(' '))}</p>`;
      const lead = lines.slice(0, lines.findIndex((line) => /^\s*[-*] /.test(line))).join(' ');
      const list = items.map((line) => `<li>${inline(line.replace(/^\s*[-*] /, ''))}</li>`).join('');
      return (lead ? `<p>${inline(lead)}</p>` : '') + `<ul>${list}</ul>`;
    })
    .join('');
}
