// The picture of the README's first screen, taken of the product as it is: npm run tour -- readme.

import { test } from '../testing/test.ts'
import { takePicture } from './picture.ts'

test('dashboard.png', ({ browser, baseURL }) =>
  takePicture({ browser, baseURL }, 'dashboard.png', { phone: 'th', desktop: 'en' }))
