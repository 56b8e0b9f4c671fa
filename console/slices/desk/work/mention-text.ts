/** Mentions of colleagues in a text: "@Ploy " behind the start or a blank. */

export interface Named {
  _id: string
  name: string
}

/** What is being typed behind an @ in front of the caret; undefined if nothing is. */
export function mentionAt(text: string, caret: number): { from: number; typed: string } | undefined {
  const [, typed] = /(?:^|\s)@([^\n@]{0,40})$/.exec(text.slice(0, caret)) ?? []
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed }
}

/** The colleagues whose names have what was typed, those whose names begin with it first; at most six. */
export function suggest<One extends Named>(colleagues: One[], typed: string): One[] {
  const wanted = typed.trim().toLocaleLowerCase()
  const place = ({ name }: Named) => name.toLocaleLowerCase().indexOf(wanted)
  const found = colleagues.filter((one) => place(one) !== -1 && one.name !== typed.trimEnd())
  return [...found.filter((one) => place(one) === 0), ...found.filter((one) => place(one) > 0)].slice(0, 6)
}

/** The text with a colleague in place of what was typed, and where the caret is then. */
export function complete(
  text: string,
  { from, caret }: { from: number; caret: number },
  { name }: Named,
): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `
  return { text: before + text.slice(caret).trimStart(), caret: before.length }
}

/** The ids of those whom a text names; of names that begin alike, the longest that is there. */
export function mentionedIn(text: string, colleagues: Named[]): string[] {
  const named = new Set(
    pieces(text, colleagues)
      .filter(({ isName }) => isName)
      .map((piece) => piece.text),
  )
  return colleagues.filter(({ name }) => named.has(`@${name}`)).map(({ _id }) => _id)
}

/** A text in pieces, of which those that name somebody are marked. */
export function pieces(text: string, named: Named[]): { text: string; isName: boolean }[] {
  const names = named.map(({ name }) => `@${name}`).filter((name) => name.length > 1)
  if (names.length === 0) return [{ text, isName: false }]
  const longestFirst = names.sort((a, b) => b.length - a.length)
  const pattern = longestFirst.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text
    .split(new RegExp(`(${pattern})`))
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, isName: names.includes(piece) }))
}
