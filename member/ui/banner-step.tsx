import { Button } from '@krapao/web/ui/button.tsx'
import { Actions, Body } from './actions.tsx'
import { type Banner, Banners } from './banners.tsx'

/**
 * The room of a reward's modal while it is loading and after, so that the head of the sheet does not move.
 */
export const rewardRoom = 'min-h-[min(36rem,calc(92dvh-5.25rem))] wide:min-h-[min(36rem,calc(86dvh-5.25rem))]'

/**
 * The banners of a campaign as the first view of its modal, with the button that leads on.
 * @param next says where the button leads
 * @param text what it is about, because a banner may be a picture without words
 */
export function BannerStep({
  banners,
  label,
  next,
  text,
  onDone,
}: {
  banners: Banner[]
  label: string
  next: string
  text?: string
  onDone(): void
}) {
  return (
    <>
      <Body>
        <Banners banners={banners} label={label} />
        {text && <p className="text-base text-pretty">{text}</p>}
      </Body>
      <Actions>
        <Button wide onClick={onDone}>
          {next}
        </Button>
      </Actions>
    </>
  )
}
