import type { Currency } from '@krapao/contract/money.ts'
import type { Change } from '@krapao/contract/slices/campaign/changes.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ordered, rowsOf, valueText } from './facts.ts'
import { choiceText, fieldName } from './words.ts'

const cell = 'border-t border-line py-2 pr-4 align-top text-left'

/** What a version changes, field by field. */
export function DiffTable({ changes, currency }: { changes: readonly Change[]; currency: Currency }) {
  const { t } = useTranslation()
  const say = useValueText(currency)
  if (changes.length === 0) return <p className="text-sm text-ink-soft">{t('campaign.noChanges')}</p>
  return (
    <Scrolled>
      <table className="w-full text-sm">
        <thead className="text-ink-soft">
          <tr>
            <th className="py-1 pr-4 text-left font-medium">{t('campaign.changed')}</th>
            <th className="py-1 pr-4 text-left font-medium">{t('campaign.before')}</th>
            <th className="py-1 pr-4 text-left font-medium">{t('campaign.after')}</th>
          </tr>
        </thead>
        <tbody>
          {ordered(changes).map(({ field, from, to }) => (
            <tr key={field}>
              <th scope="row" className={`${cell} font-medium`}>
                {fieldName(field)}
              </th>
              <td className={`${cell} text-ink-soft`}>
                <del className="no-underline">{say(field, from)}</del>
              </td>
              <td className={cell}>
                <ins className="font-semibold no-underline">{say(field, to)}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

/** All that a version says, field by field. */
export function FactTable({ content, currency }: { content: object; currency: Currency }) {
  const { t } = useTranslation()
  const say = useValueText(currency)
  return (
    <Scrolled>
      <table className="w-full text-sm">
        <caption className="sr-only">{t('campaign.allFields')}</caption>
        <tbody>
          {ordered(rowsOf(content)).map(({ field, value }) => (
            <tr key={field}>
              <th scope="row" className={`${cell} w-1/3 font-medium text-ink-soft`}>
                {fieldName(field)}
              </th>
              <td className={cell}>{say(field, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

/** As high as it is: what a person approves is never cut off. */
const Scrolled = ({ children }: { children: React.ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
  <div className="overflow-x-auto" tabIndex={0}>
    {children}
  </div>
)

function useValueText(currency: Currency) {
  const { t } = useTranslation()
  const words = {
    none: t('campaign.nothing'),
    noLimit: t('campaign.noLimit'),
    yes: t('campaign.yes'),
    no: t('campaign.no'),
    choice: choiceText,
  }
  return (field: string, value: unknown) => valueText(field, value, currency, words)
}
