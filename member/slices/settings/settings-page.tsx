import { languageNames, languages, languageTags } from '@krapao/contract/languages.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { chooseLanguage, currentLanguage } from '@krapao/web/i18n/texts.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Monitor, Moon, Sun } from 'lucide-react'
import { type Preferences, setPreferences, usePreferences } from '../../frame/device/preferences.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/overlay.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Choice } from './choice.tsx'
import { Notifications } from './notifications.tsx'
import { SwitchField } from './switch-field.tsx'

const themes = { system: Monitor, light: Sun, dark: Moon } as const
const textSizes = [100, 115, 130, 150] as const

/** What a person sets for this browser (product.md §2 Settings). Each choice holds at once. */
export default function SettingsPage() {
  const { t } = useTranslation()
  useTitle(t('settings.title'))
  const { theme, textSize, hideBalance } = usePreferences()

  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHead title={t('settings.title')} back={t('settings.back')} to="/user/profile" />
      <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-2 wide:gap-6">
        <Card className="grid grid-cols-1 gap-5">
          <h2 className="text-xl font-semibold">{t('settings.look')}</h2>
          <Choice
            label={t('ui.language')}
            value={currentLanguage()}
            options={languages.map((value) => ({
              value,
              label: languageNames[value],
              lang: languageTags[value],
            }))}
            onChange={(language) =>
              chooseLanguage(language).catch(() => toast('negative', t('errorMsg.NETWORK')))
            }
          />
          <Choice<Preferences['theme']>
            label={t('settings.theme.label')}
            value={theme}
            options={(['system', 'light', 'dark'] as const).map((value) => ({
              value,
              label: t(`settings.theme.${value}`),
              icon: themes[value],
            }))}
            onChange={(theme) => setPreferences({ theme })}
          />
          <Choice<Preferences['textSize']>
            label={t('settings.textSize.label')}
            value={textSize}
            options={textSizes.map((value) => ({ value, label: t(`settings.textSize.${value}`) }))}
            onChange={(textSize) => setPreferences({ textSize })}
          />
        </Card>
        {/* What may grow, because a switch shows more of it, is last: nothing below it moves. */}
        <div className="grid grid-cols-1 gap-4 wide:gap-6">
          <Card className="grid grid-cols-1 gap-3">
            <h2 className="text-xl font-semibold">{t('settings.privacy')}</h2>
            <SwitchField
              label={t('settings.hideBalance.label')}
              hint={t('settings.hideBalance.hint')}
              checked={hideBalance}
              onChange={(hideBalance) => setPreferences({ hideBalance })}
            />
          </Card>
          <Notifications />
        </div>
      </div>
      <p className="text-sm text-ink-soft">{t('settings.kept')}</p>
    </div>
  )
}
