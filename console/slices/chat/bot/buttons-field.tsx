import { inEachLanguage } from '@krapao/contract/languages.ts'
import { bot as limits } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { type Change, changeIn, changeOf, type DraftButton, newButton, type Words } from './draft.ts'
import { useEditorFacts } from './editor-context.ts'
import { ItemList } from './item-list.tsx'
import { ChoiceField, placeIn, SameInEach, usePlaceError, WordsField } from './words-field.tsx'

const kinds = ['postback', 'web', 'call', 'text'] as const

/** The value of the choice that adds a step; ids of steps have no blank. */
const fresh = 'new step'

/** The buttons under a text or on a card. @param path of the list, with `?` in place of the language */
export function ButtonsField({
  buttons,
  change,
  path,
  max,
}: {
  buttons: DraftButton[]
  change: Change<DraftButton[]>
  path: string
  max: number
}) {
  const { t } = useTranslation()
  const { language } = useEditorFacts()
  const errorOf = usePlaceError()
  return (
    <ItemList
      items={buttons}
      change={change}
      max={max}
      place={placeIn(path, language)}
      error={errorOf(path) && t('chats.bot.problem.NO_BUTTON')}
      nameOf={(_, at) => t('chats.bot.button', { number: at + 1 })}
      adds={[{ label: t('chats.bot.addButton'), make: newButton }]}
    >
      {(button, at) => (
        <ButtonFields button={button} change={changeOf(change, button.id)} path={`${path}/${at}`} />
      )}
    </ItemList>
  )
}

function ButtonFields({
  button,
  change,
  path,
}: {
  button: DraftButton
  change: Change<DraftButton>
  path: string
}) {
  const { t } = useTranslation()
  const { language, steps, addStep } = useEditorFacts()
  const errorOf = usePlaceError()
  const error = errorOf(path)
  const name = placeIn(path, language)
  const isKnown = steps.some(({ id }) => id === button.payload.th)
  const leadTo = (id: string) => change((one) => ({ ...one, payload: inEach(id) }))
  return (
    <>
      <WordsField
        label={t('chats.bot.buttonTitle')}
        path={`${path}/title`}
        max={limits.title}
        value={button.title}
        onChange={changeIn(change, 'title')}
      />
      <ChoiceField
        label={t('chats.bot.does')}
        value={button.type}
        options={kinds.map((kind) => ({ value: kind, text: t(`chats.bot.buttonKind.${kind}`) }))}
        onChange={(kind) =>
          change((one) => ({
            ...one,
            type: kinds.find((other) => other === kind) ?? one.type,
            // An address is no step, and the reverse.
            payload: inEach(''),
          }))
        }
      />
      {button.type === 'postback' && (
        <ChoiceField
          label={t('chats.bot.target')}
          name={name}
          error={error}
          value={button.payload.th}
          options={[
            ...(button.payload.th === '' ? [{ value: '', text: t('chats.bot.chooseTarget') }] : []),
            ...(isKnown || button.payload.th === ''
              ? []
              : [{ value: button.payload.th, text: t('chats.bot.targetGone') }]),
            ...steps.map(({ id, name: text }) => ({ value: id, text })),
            { value: fresh, text: t('chats.bot.targetNew') },
          ]}
          onChange={(id) => {
            const target = id === fresh ? addStep() : id
            if (target !== undefined) leadTo(target)
          }}
        />
      )}
      {(button.type === 'web' || button.type === 'call') && (
        <SameInEach
          label={t(button.type === 'web' ? 'chats.bot.sameAddress' : 'chats.bot.sameNumber')}
          value={button.payload}
          onChange={changeIn(change, 'payload')}
        >
          {(value, onChange) => (
            <Field
              label={t(button.type === 'web' ? 'chats.bot.address' : 'chats.bot.number')}
              name={name}
              inputMode={button.type === 'web' ? 'url' : 'tel'}
              autoComplete="off"
              spellCheck={false}
              placeholder={button.type === 'web' ? 'https://' : undefined}
              error={error}
              value={value}
              onChange={(event) => onChange(event.target.value.trim())}
            />
          )}
        </SameInEach>
      )}
    </>
  )
}

const inEach = (value: string): Words => inEachLanguage(() => value)
