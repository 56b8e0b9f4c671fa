import { languageNames, languages } from '@krapao/contract/languages.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ChevronDown, CircleAlert } from 'lucide-react'
import type { PartId, Place } from './places.ts'
import type { BotEditor } from './use-bot-editor.ts'

/** The place of a message in a field such as `greeting/th/0`. */
const inMessage = new RegExp(`/(?:${languages.join('|')})/(\\d+)`)

/**
 * What keeps the draft from being published; each problem leads to its place. @param titleOf the name of a
 * part
 */
export function ProblemList({ editor, titleOf }: { editor: BotEditor; titleOf(part: PartId): string }) {
  const { t } = useTranslation()
  const { places } = editor
  if (places.length === 0) return null
  return (
    <details className="group rounded-card bg-notice-soft text-notice" data-problems>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2.5 rounded-card px-4 py-2 text-sm font-semibold">
        <CircleAlert className="size-5 shrink-0" aria-hidden />
        <span className="min-w-0 flex-1">{t('chats.bot.problemsTitle', { count: places.length })}</span>
        <ChevronDown className="size-5 shrink-0 transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      <ul className="grid grid-cols-1 px-2 pb-2">
        {places.map((place) => (
          <li key={`${place.problem} ${place.fields[0]}`}>
            <button
              type="button"
              onClick={() => editor.goTo(place)}
              className="min-h-11 w-full rounded-xl px-2 py-1 text-left text-sm underline underline-offset-2 wrap-anywhere"
            >
              {titleOf(place.part)}: {textOf(place)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )

  function textOf({ problem, languages, fields: [field = ''] }: Place): string {
    const kind =
      problem === 'MISSING' && field.endsWith('/buttons')
        ? 'NO_BUTTON'
        : problem === 'MISSING' && field.endsWith('/payloads')
          ? 'NO_CARD'
          : problem
    const text = t(`chats.bot.problem.${kind}`)
    const where = languages.map((one) => languageNames[one]).join(', ')
    const message = inMessage.exec(field)?.[1]
    const number =
      message === undefined ? '' : ` · ${t('chats.bot.message', { number: Number(message) + 1 })}`
    return `${text}${where && ` (${where})`}${number}`
  }
}
