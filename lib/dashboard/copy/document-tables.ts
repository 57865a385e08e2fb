import { type Html, html } from './html.ts';

type Cell = Html | string | number | bigint | undefined;

/** Facts as a table of names and values, without those that are not known. */
export function factTable(facts: readonly (readonly [name: string, value: Cell])[]): Html {
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`],
  );
  return html`<table>${rows}</table>`;
}

/** A list as a table below a heading. Nothing for an empty list. */
export function listTable(title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]) {
  if (rows.length === 0) return undefined;
  const head = columns.map((column) => html`<th scope="col">${column}</th>`);
  const body = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`);
  return html`<h2>${title}</h2><div class="wide" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** A bar as long as its share of the widest one. */
export function bar(count: number, most: number): Html {
  const width = Math.min(100, (count / Math.max(1, most)) * 100).toFixed(2);
  return html`<span class="track"><b style="left:0;width:${width}%"></b></span>`;
}
