import { piecesOf } from '@krapao/contract/links.ts'
import type { ChatButton } from '@krapao/contract/slices/chat/message.ts'
import type { ReactNode } from 'react'
import { cx } from '../ui/class-names.ts'
import type { ChatEntry } from './chat-client.ts'
import { ChatLink } from './leaving.tsx'

export interface MessageActions {
  /**
   * A button that sends something was pressed; without this function such buttons are shown and cannot be
   * pressed.
   */
  onButton?(button: ChatButton): void
  onResend?(key: string): void
  onRemove?(key: string): void
  /** Why a message was not sent, in words; undefined: it is not known. */
  reasonOf?(entry: ChatEntry): string | undefined
  /** The link to the message's file has ended, or is about to. */
  onStale?(key: string): void
  /** What is written waits for the network. */
  isCutOff?: boolean
}

export const Bubble = ({
  mine,
  full = false,
  children,
}: {
  mine: boolean
  full?: boolean
  children: ReactNode
}) => (
  <div
    className={cx(
      'rounded-2xl px-4 py-2.5 text-base whitespace-pre-wrap [overflow-wrap:anywhere]',
      full ? 'w-full' : 'max-w-[85%]',
      mine ? 'rounded-br-md bg-night text-on-night' : 'rounded-bl-md border border-line bg-card text-ink',
    )}
  >
    {children}
  </div>
)

/** A text whose web, e-mail and phone links can be followed. */
export function Words({ text }: { text: string }) {
  return (
    <span dir="auto">
      {piecesOf(text).map(({ text: words, href }, i) =>
        href ? (
          <ChatLink
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order
            key={i}
            href={href}
            className="font-medium underline underline-offset-2"
          >
            {words}
          </ChatLink>
        ) : (
          words
        ),
      )}
    </span>
  )
}
