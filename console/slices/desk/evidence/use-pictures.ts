import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatDate } from '@krapao/web/ui/format.ts'
import { type Item, useEvidence } from '../queries.ts'

/** The file that a signed address is of. */
export const pathOf = (address: string): string => address.split('?')[0] ?? address

/** A picture of an item, and the words that distinguish it from the others. */
export interface Shown {
  /** Signed, and another one with each answer; what is before the question mark names the file. */
  address: string
  caption: string
}

/** The item's own picture and those of other slips of its transfer, each file once. */
export function usePictures(item: Item): Shown[] {
  const { t } = useTranslation()
  const { data } = useEvidence(item)
  const own = item.picture === null ? [] : [{ address: item.picture, caption: t('desk.pictures.own') }]
  const others = (data?.slips ?? []).flatMap(({ member, uploadedAt, picture }) =>
    picture === null
      ? []
      : [
          {
            address: picture,
            caption: t(member._id === item.member?._id ? 'desk.pictures.same' : 'desk.pictures.of', {
              name: member.name,
              at: formatDate(uploadedAt),
            }),
          },
        ],
  )
  return [...new Map([...others, ...own].map((one) => [pathOf(one.address), one])).values()].sort(
    (a, b) => Number(own.includes(b)) - Number(own.includes(a)),
  )
}
