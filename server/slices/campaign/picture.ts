import { publicPictures } from '../../platform/public-pictures.ts'
import type { Context } from '../context.ts'

/** The pictures of banners. */
export const bannerPictures = ({ files }: Pick<Context, 'files'>) => publicPictures(files, 'campaign')
