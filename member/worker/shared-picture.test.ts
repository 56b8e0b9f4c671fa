import { expect, it } from 'vitest'
import { pictureIn } from './shared-picture.ts'

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4])
const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8])
const webp = new TextEncoder().encode('RIFF1234WEBPVP8 ')
const page = new TextEncoder().encode('<!doctype html><p>')

/** What another app sends: files with the types that it names. */
const formOf = (...files: [Uint8Array<ArrayBuffer>, string][]): FormData => {
  const form = new FormData()
  for (const [content, type] of files) form.append('slip', new File([content], 'slip', { type }))
  return form
}

it.each<[string, FormData, string | undefined, string | undefined]>([
  ['a picture', formOf([png, 'image/png']), 'image/png', undefined],
  ['one of a kind that the server judges', formOf([page, 'image/heic']), 'image/heic', undefined],
  ['one without a type', formOf([png, '']), 'image/png', undefined],
  ['a JPEG that is only bytes', formOf([jpeg, 'application/octet-stream']), 'image/jpeg', undefined],
  ['a WebP without a type', formOf([webp, '']), 'image/webp', undefined],
  ['two pictures', formOf([png, 'image/png'], [jpeg, 'image/jpeg']), 'image/png', 'more'],
  [
    'an empty file and a picture',
    formOf([new Uint8Array(), 'image/png'], [jpeg, '']),
    'image/jpeg',
    undefined,
  ],
  ['a page', formOf([page, 'text/html']), undefined, 'none'],
  ['bytes that are no picture', formOf([page, '']), undefined, 'none'],
])('%s', async (_, form, type, note) => {
  const shared = await pictureIn(form)
  expect([shared?.picture?.type, shared?.note]).toEqual([type, note])
})

it('nothing at all, or an empty file, is no sharing', async () => {
  expect(await pictureIn(formOf())).toBeUndefined()
  expect(await pictureIn(formOf([new Uint8Array(), 'image/png']))).toBeUndefined()
})
