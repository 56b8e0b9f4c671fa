import { inEachLanguage, languageNames, languages, languageTags } from '@krapao/contract/languages.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { describe, Field, Frame } from '@krapao/web/ui/field.tsx'
import { Select } from '@krapao/web/ui/select.tsx'
import { type ReactNode, useId, useState } from 'react'
import { TextField } from '../../../ui/text-field.tsx'
import type { Change, InEach, Words } from './draft.ts'
import { useEditorFacts } from './editor-context.ts'

/** The name of a place that has a field per language: `greeting/?/0/payload/message`. */
export const placeIn = (path: string, language: string): string => path.replace('?', language)

/** What is wrong with a place, in words. @param path with `?` in place of the language */
export function usePlaceError() {
  const { t } = useTranslation()
  const { language, errorAt } = useEditorFacts()
  return (path: string): string | undefined => {
    const problem = errorAt(placeIn(path, language))
    return problem && t(`chats.bot.problem.${problem}`)
  }
}

/** A text in the language that is edited. While it is empty, it shows the text of another language. */
export function WordsField({
  label,
  path,
  max,
  value,
  onChange,
  rows,
}: {
  label: string
  /** With `?` in place of the language. */
  path: string
  /**
   * The most characters; more are kept and called too long, so that nothing that is pasted is cut off unseen.
   */
  max: number
  value: Words
  onChange: Change<Words>
  /** A longer text, of as many rows. */
  rows?: number
}) {
  const { language } = useEditorFacts()
  const error = usePlaceError()(path)
  const other = value[language] === '' && languages.find((one) => value[one] !== '')
  const given = {
    label,
    name: placeIn(path, language),
    lang: languageTags[language],
    value: value[language],
    error: error && value[language].length > max ? `${error} (${value[language].length}/${max})` : error,
    hint: other ? (
      <span lang={languageTags[other]} className="wrap-anywhere whitespace-pre-wrap">
        {languageNames[other]}: {value[other]}
      </span>
    ) : undefined,
    onChange: (event: { target: { value: string } }) =>
      onChange((words) => ({ ...words, [language]: event.target.value })),
  }
  return rows === undefined ? <Field {...given} autoComplete="off" /> : <TextField {...given} rows={rows} />
}

/**
 * A value that is usually the same in each language, such as an address; a switch lets the languages differ.
 * @param children the control for the language that is edited
 */
export function SameInEach<Value>({
  label,
  value,
  onChange,
  children,
}: {
  /** Of the switch. */
  label: string
  value: InEach<Value>
  onChange: Change<InEach<Value>>
  children(value: Value, onChange: (value: Value) => void): ReactNode
}) {
  const { language } = useEditorFacts()
  const [isSame, setSame] = useState(languages.every((one) => value[one] === value.th))
  const id = useId()
  const all = (one: Value): InEach<Value> => inEachLanguage(() => one)
  return (
    <div className="grid grid-cols-1 gap-1">
      {children(value[language], (next) =>
        onChange((before) => (isSame ? all(next) : { ...before, [language]: next })),
      )}
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          id={id}
          type="checkbox"
          checked={isSame}
          onChange={(event) => {
            setSame(event.target.checked)
            if (event.target.checked) onChange((before) => all(before[language]))
          }}
          className="size-4.5 shrink-0 accent-link"
        />
        {label}
      </label>
    </div>
  )
}

/** A choice of one of a few. @param options a value that is not among them is shown as the last */
export function ChoiceField({
  label,
  error,
  value,
  options,
  onChange,
  name,
}: {
  label: string
  error?: string | undefined
  value: string
  options: { value: string; text: string }[]
  onChange(value: string): void
  name?: string
}) {
  const id = useId()
  return (
    <Frame id={id} label={label} error={error}>
      <Select
        {...describe(id, { error })}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        invalid={error !== undefined}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.text}
          </option>
        ))}
      </Select>
    </Frame>
  )
}
