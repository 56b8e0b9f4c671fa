import { readBrand } from '@krapao/web/brand/brand.ts'
import type { PageBrand } from '../../server/platform/brand.ts'

/** The operator's brand with the build options of the member app, from the page (rules.md §16). */
export const brand = readBrand<PageBrand>({
  name: 'Krapao',
  variant: 'th',
  iframeMode: true,
  sportUrl: '',
  sportUrlLaos: '',
  pgSlotNotice: '',
  qrMinimum: { PAYTIMZ: 10, FP: 10 },
  truelinkSecret: '',
  colours: { light: {}, dark: {} },
  demo: true,
})
