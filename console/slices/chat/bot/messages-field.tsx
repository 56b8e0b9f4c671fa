import { chat, bot as limits } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ButtonsField } from './buttons-field.tsx'
import {
  type Change,
  changeIn,
  changeOf,
  type DraftCard,
  type DraftMessage,
  newButton,
  newCard,
  newMessage,
} from './draft.ts'
import { useEditorFacts } from './editor-context.ts'
import { ItemList } from './item-list.tsx'
import { PictureField } from './picture-field.tsx'
import { ChoiceField, placeIn, SameInEach, usePlaceError, WordsField } from './words-field.tsx'

const kinds = ['text', 'quick_replies', 'buttons', 'generic'] as const
/** Between these a message is changed without losing anything. */
const textKinds = ['text', 'quick_replies', 'buttons'] as const

/** The messages of an answer. @param path of the list, with `?` in place of the language */
export function MessagesField({
  messages,
  change,
  path,
}: {
  messages: DraftMessage[]
  change: Change<DraftMessage[]>
  path: string
}) {
  const { t } = useTranslation()
  const { language } = useEditorFacts()
  const errorOf = usePlaceError()
  return (
    <ItemList
      items={messages}
      change={change}
      max={limits.replies}
      place={placeIn(path, language)}
      error={errorOf(path)}
      nameOf={({ kind }, at) => `${at + 1}. ${t(`chats.bot.kind.${kind}`)}`}
      adds={kinds.map((kind) => ({ label: t(`chats.bot.kind.${kind}`), make: () => newMessage(kind) }))}
    >
      {(message, at) => (
        <MessageFields message={message} change={changeOf(change, message.id)} path={`${path}/${at}`} />
      )}
    </ItemList>
  )
}

function MessageFields({
  message,
  change,
  path,
}: {
  message: DraftMessage
  change: Change<DraftMessage>
  path: string
}) {
  const { t } = useTranslation()
  if (message.kind === 'generic')
    return <CardsField cards={message.cards} change={changeIn(change, 'cards')} path={`${path}/payloads`} />
  return (
    <>
      <WordsField
        label={t('chats.bot.text')}
        rows={3}
        path={`${path}/payload/message`}
        max={chat.text}
        value={message.text}
        onChange={changeIn(change, 'text')}
      />
      <ChoiceField
        label={t('chats.bot.kindOf')}
        value={message.kind}
        options={textKinds.map((kind) => ({ value: kind, text: t(`chats.bot.kindHint.${kind}`) }))}
        onChange={(value) =>
          change((one) => {
            const kind = textKinds.find((other) => other === value) ?? one.kind
            const needsButton = kind !== 'text' && one.buttons.length === 0
            return { ...one, kind, buttons: needsButton ? [newButton()] : one.buttons }
          })
        }
      />
      {message.kind !== 'text' && (
        <ButtonsField
          buttons={message.buttons}
          change={changeIn(change, 'buttons')}
          path={`${path}/payload/buttons`}
          max={limits.buttons}
        />
      )}
    </>
  )
}

function CardsField({
  cards,
  change,
  path,
}: {
  cards: DraftCard[]
  change: Change<DraftCard[]>
  path: string
}) {
  const { t } = useTranslation()
  const { language } = useEditorFacts()
  const errorOf = usePlaceError()
  return (
    <ItemList
      items={cards}
      change={change}
      max={limits.cards}
      place={placeIn(path, language)}
      error={errorOf(path) && t('chats.bot.problem.NO_CARD')}
      nameOf={(_, at) => t('chats.bot.card', { number: at + 1 })}
      adds={[{ label: t('chats.bot.addCard'), make: newCard }]}
    >
      {(card, at) => <CardFields card={card} change={changeOf(change, card.id)} path={`${path}/${at}`} />}
    </ItemList>
  )
}

function CardFields({ card, change, path }: { card: DraftCard; change: Change<DraftCard>; path: string }) {
  const { t } = useTranslation()
  const { language } = useEditorFacts()
  const errorOf = usePlaceError()
  return (
    <>
      <SameInEach label={t('chats.bot.samePicture')} value={card.image} onChange={changeIn(change, 'image')}>
        {(image, onChange) => (
          <PictureField
            value={image}
            onChange={onChange}
            place={placeIn(`${path}/image`, language)}
            error={errorOf(`${path}/image`)}
          />
        )}
      </SameInEach>
      <WordsField
        label={t('chats.bot.cardTitle')}
        path={`${path}/title`}
        max={limits.title}
        value={card.title}
        onChange={changeIn(change, 'title')}
      />
      <WordsField
        label={t('chats.bot.cardText')}
        rows={2}
        path={`${path}/subtitle`}
        max={limits.subtitle}
        value={card.subtitle}
        onChange={changeIn(change, 'subtitle')}
      />
      <ButtonsField
        buttons={card.buttons}
        change={changeIn(change, 'buttons')}
        path={`${path}/buttons`}
        max={limits.cardButtons}
      />
    </>
  )
}
