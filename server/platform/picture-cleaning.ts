import { cleanPicture, cleanUnlessLarge, type Kept, type Picture } from './picture.ts'

/** A request to a process. */
export interface CleaningInput {
  file: string
  kept: Kept
  /** Whether it may take long. */
  isHeavy: boolean
}

/** The tasks of a process that decodes pictures. */
export const cleaning = {
  clean: ({ file, kept, isHeavy }: CleaningInput): Promise<Picture | { outcome: 'large' }> =>
    isHeavy ? cleanPicture(file, kept) : cleanUnlessLarge(file, kept),
}
