import { languageNames, languages, languageTags } from '@krapao/contract/languages.ts'
import type { Words } from '@krapao/contract/slices/campaign/content.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { useFormFacts } from './form-context.ts'

/** A short text in three languages, side by side where there is room. */
export function WordsField({
  label,
  path,
  value,
  onChange,
  maxLength,
}: {
  label: string
  path: string
  value: Words
  onChange(value: Words): void
  maxLength: number
}) {
  const { errorOf } = useFormFacts()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <div className="grid gap-3 xl:grid-cols-3">
        {languages.map((language) => (
          <Field
            key={language}
            label={languageNames[language]}
            name={`${path}/${language}`}
            lang={languageTags[language]}
            autoComplete="off"
            maxLength={maxLength}
            value={value[language]}
            error={errorOf(`${path}/${language}`)}
            onChange={(event) => onChange({ ...value, [language]: event.target.value })}
          />
        ))}
      </div>
    </fieldset>
  )
}
