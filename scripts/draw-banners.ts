import { globSync } from 'node:fs'
import sharp from 'sharp'

/**
 * `node scripts/draw-banners.ts`: draws the banners of the demo world (server/app/demo/campaigns/*.svg) as
 * the WebP files beside them.
 */
for (const file of globSync(`${import.meta.dirname}/../server/app/demo/campaigns/*.svg`)) {
  await sharp(file).webp({ quality: 82 }).toFile(file.replace(/svg$/, 'webp'))
}
