import { saveFile } from '@krapao/web/ui/save-file.ts'
import type { Content } from './content.ts'
import { type Colours, drawReceipt } from './draw.ts'

const type = 'image/png'
const nameOf = ({ brand, number }: Content): string =>
  `${brand}-${number.value}.png`.toLowerCase().replace(/[^\p{L}\p{M}\p{N}.-]+/gu, '-')

/** Whether this browser hands pictures to other apps. */
export const canShare = (): boolean =>
  navigator.canShare?.({ files: [new File([''], 'receipt.png', { type })] }) ?? false

export async function savePicture(content: Content, colours: Colours): Promise<void> {
  saveFile(await drawReceipt(content, colours), nameOf(content))
}

/** Hands the picture to another app; nothing happens if the person chooses none. */
export async function sharePicture(content: Content, colours: Colours): Promise<void> {
  const files = [new File([await drawReceipt(content, colours)], nameOf(content), { type })]
  try {
    await navigator.share({ files })
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
  }
}
