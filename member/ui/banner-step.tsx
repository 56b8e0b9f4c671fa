import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Actions, Body } from './actions.tsx'
import { type Banner, Banners } from './banners.tsx'

/** The room of a reward's modal while it is loading and after, so that the head of the sheet does not move. */
export const rewardRoom = 'min-h-[min(36rem,calc(92dvh-5.25rem))] wide:min-h-[min(36rem,calc(86dvh-5.25rem))]'

/** The banners of a campaign as the first view of its modal, with the button that leads on. */
export function BannerStep({ banners, label, onDone }: { banners: Banner[]; label: string; onDone(): void }) {
  const { t } = useTranslation()
  return (
    <>
      <Body>
        <Banners banners={banners} label={label} />
      </Body>
      <Actions>
        <Button wide onClick={onDone}>
          {t('ui.next')}
        </Button>
      </Actions>
    </>
  )
}
