import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { saveFile } from '@krapao/web/ui/save-file.ts'
import { useEffect, useRef } from 'react'
import { toast } from '../../../ui/overlay.tsx'
import { shortReference } from '../../../ui/short-reference.ts'
import type { QrCode } from './query.ts'
import { drawPicture, share } from './save-picture.ts'

/**
 * Saves and shares the picture of a code. It is drawn as soon as the code is shown, because browsers open the
 * share sheet only at once after a press.
 */
export function usePicture(qr: QrCode, kind: string, amount: string) {
  const { t } = useTranslation()
  const { qrcode, qrcodeId, expireIn } = qr
  const words = {
    kind,
    brand: brand.name,
    amount,
    until: t('deposit.qr.until', { time: expireIn ? formatMinute(expireIn) : '' }),
    reference: `${t('ui.reference')} ${shortReference(qrcodeId ?? '')}`,
  }
  const drawn = useRef<{ of: string; file: Promise<File> }>(undefined)
  const content = JSON.stringify([qrcode, words])

  function picture(): Promise<File> {
    if (drawn.current?.of !== content) {
      const file = drawPicture(qrcode, words, `qr-${shortReference(qrcodeId ?? '').toLowerCase()}.png`)
      drawn.current = { of: content, file }
    }
    return drawn.current.file
  }
  const latest = useRef(picture)
  latest.current = picture
  useEffect(() => {
    // A failure is shown when the picture is wanted.
    if (content) latest.current().catch(() => {})
  }, [content])

  const failed = () => toast('negative', t('deposit.qr.saveFailed'))
  function save(file: File): void {
    saveFile(file, file.name)
    toast('positive', t('deposit.qr.saved'))
  }
  return {
    save: (): Promise<void> => picture().then(save).catch(failed),
    share: (): Promise<void> =>
      picture()
        .then(async (file) => (await share(file)) || save(file))
        .then(() => {}, failed),
  }
}
