import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { BankName } from './bank-name.tsx'

/** The lines of a name in a box, at which it is drawn. */
async function linesIn(name: string, width: string): Promise<string[]> {
  const { container } = await render(
    <p lang="th" style={{ width }}>
      <BankName name={name} />
    </p>,
  )
  const lines = new Map<number, string>()
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    for (let at = 0; at < text.length; at++) {
      const range = new Range()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      // Marks above and below letters have no place of their own.
      const top = Math.round((range.getClientRects()[0]?.top ?? 0) / 8)
      lines.set(top, (lines.get(top) ?? '') + text.data[at])
    }
  }
  return [...lines.values()]
}

test.each([
  ['ธนาคารกสิกรไทย', '7em', ['ธนาคาร', 'กสิกรไทย']],
  ['ธนาคารกสิกรไทย', '20em', ['ธนาคารกสิกรไทย']],
])('the name of a bank is not cut: %s in %s', async (name, width, lines) => {
  expect(await linesIn(name, width)).toEqual(lines)
})

test('a name of many words breaks between them where it must', async () => {
  expect((await linesIn('ธนาคารการค้าต่างประเทศลาว (BCEL)', '6em')).length).toBeGreaterThan(2)
})
