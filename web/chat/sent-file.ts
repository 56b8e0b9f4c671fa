import { chat } from '@krapao/contract/limits.ts'
import type { ChatEntry } from './chat-client.ts'

/**
 * What kind of file the chat takes it for, by its type and the ending of its name; undefined: it takes no
 * such file.
 */
export function kindOf({ type, name }: File): 'image' | 'video' | undefined {
  const ending = name.toLowerCase().split('.').at(-1) ?? ''
  const isOne = (endings: readonly string[]) => endings.includes(ending)
  if (isOne(chat.imageTypes)) return 'image'
  if (isOne(chat.videoTypes)) return 'video'
  if (/^image\/(png|jpe?g|gif)$/.test(type)) return 'image'
  return /^video\/(mp4|quicktime)$/.test(type) ? 'video' : undefined
}

/**
 * The message of a file that is being sent, as its sender sees it. @param preview a `blob:` address of the
 * file
 */
export const mediaOf = (file: File, kind: 'image' | 'video', preview: string): ChatEntry['message'] => ({
  message_type: 'media',
  payload: {
    message: '',
    url: true,
    fileType: kind,
    filePath: preview,
    name: file.name,
    size: file.size,
    width: null,
    height: null,
  },
})
