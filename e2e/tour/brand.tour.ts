// The README's picture of another operator's brand: npm run tour -- readme.

import { test } from '../testing/test.ts'
import { takePicture } from './picture.ts'

test.use({ world: { brand: 'champa.json' } })

test('brand.png', ({ browser, baseURL }) =>
  takePicture({ browser, baseURL }, 'brand.png', { phone: 'la', desktop: 'en', sign: '₭' }))
