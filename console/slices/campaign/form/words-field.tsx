import type { Words } from '@krapao/contract/slices/campaign/content.ts'
import { longest } from '@krapao/contract/slices/campaign/kinds.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { languages, languageTags } from '../words.ts'
import { useForm } from './form-context.ts'

/** A text in three languages, side by side where there is room. @param rows a longer text of as many rows, which may have HTML */
export function WordsField({
  label,
  path,
  value,
  onChange,
  hint,
  rows,
  maxLength,
}: {
  label: string
  path: string
  value: Words
  onChange(value: Words): void
  hint?: string
  rows?: number
  maxLength: number
}) {
  const { t } = useTranslation()
  const { errorOf } = useForm()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {hint && <p className="mb-1.5 text-sm text-ink-soft">{hint}</p>}
      <div className="grid gap-3 xl:grid-cols-3">
        {languages.map((language) => {
          const given = {
            label: t(`campaign.language.${language}`),
            name: `${path}/${language}`,
            lang: languageTags[language],
            value: value[language],
            maxLength,
            error: errorOf(`${path}/${language}`),
            onChange: (event: { target: { value: string } }) =>
              onChange({ ...value, [language]: event.target.value }),
          }
          return rows === undefined ? (
            <Field key={language} {...given} autoComplete="off" />
          ) : (
            <TextField key={language} {...given} rows={rows} />
          )
        })}
      </div>
    </fieldset>
  )
}

/** The same for a text with HTML. */
export function HtmlField(props: {
  label: string
  path: string
  value: Words
  onChange(value: Words): void
}) {
  const { t } = useTranslation()
  return <WordsField {...props} rows={5} hint={t('campaign.htmlHint')} maxLength={longest.html} />
}
