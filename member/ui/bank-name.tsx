/** The word before the name of a Thai or Lao bank. */
export const wordForBank = /^(?:ธนาคาร|ທະນາຄານ)/

/**
 * The name of a bank. A line ends behind the word for "bank" rather than within what the bank is called,
 * which browsers take for several words ("กสิกร|ไทย"). These names come from the server, so the build cannot
 * join them.
 */
export function BankName({ name }: { name: string }) {
  const [word] = wordForBank.exec(name) ?? []
  if (word === undefined) return name
  return (
    <>
      {word}
      <span className="inline-block">{name.slice(word.length)}</span>
    </>
  )
}
