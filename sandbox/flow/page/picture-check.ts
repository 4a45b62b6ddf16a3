// Checks a file before it is uploaded, so the customer sees immediately what is wrong with it.

import { MAX_PICTURE_BYTES } from '../flow-protocol.ts'
import type { PictureProblem } from './words.ts'

const MIN_SIDE_PIXELS = 200

export async function checkPicture(file: Blob): Promise<PictureProblem | null> {
  if (file.size > MAX_PICTURE_BYTES) return 'too-large'
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return Math.min(width, height) < MIN_SIDE_PIXELS ? 'too-small' : null
  } catch {
    return 'unreadable'
  }
}
