/**
 * The link to support, with a prepared text if its address accepts one: LINE's address of an official
 * account, whose id begins with @, opens a chat with a text. Any other link stays as the operator entered it.
 */
export function linkWithText(link: string, text: string): string {
  const [, id] = /^https:\/\/line\.me\/(?:R\/)?(?:ti\/p|oaMessage)\/((?:@|%40)[\w.-]+)\/?$/.exec(link) ?? []
  if (id === undefined) return link
  return `https://line.me/R/oaMessage/${id.replace('@', '%40')}/?${encodeURIComponent(text)}`
}
