import sharp from 'sharp'

/**
 * Pixels of the longer edge in which a code is looked for, and of a cell in which light pixels are counted.
 */
const [edge, cell] = [1600, 16]
/** Grey above which a pixel is light. */
const light = 140
/** The mean grey of a page below which it is dark. */
const dark = 110
/** The least pixels of a code's edge. */
const least = 60

/**
 * Cuts a QR code out of a dark page and gives it the white border that a reader needs: an app in dark mode
 * may draw one without. The light points of a code reach all four of its edges, so that they show where it
 * ends.
 * @param jpeg of `cleanPicture`
 * @returns a JPEG; undefined where the page is not dark, or has no light square on it
 */
export async function withQuietZone(jpeg: Uint8Array): Promise<Buffer | undefined> {
  const picture = sharp(jpeg)
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .toColourspace('b-w')
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  let sum = 0
  for (const grey of data) sum += grey
  if (sum / data.length > dark) return undefined
  const square = squareIn(data, width, height)
  if (!square) return undefined
  const border = Math.round(square.width / 6)
  return sharp(data, { raw: { width, height, channels: 1 } })
    .extract(square)
    .extend({ top: border, bottom: border, left: border, right: border, background: '#ffffff' })
    .jpeg({ quality: 95 })
    .toBuffer()
}

interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** The largest group of cells with many light pixels that is about square, to the pixel. */
function squareIn(data: Uint8Array, width: number, height: number): Area | undefined {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const count = new Uint16Array(columns * rows)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] ?? 0) <= light) continue
      const at = Math.floor(y / cell) * columns + Math.floor(x / cell)
      count[at] = (count[at] ?? 0) + 1
    }
  }
  let best: Area | undefined
  for (let start = 0; start < count.length; start++) {
    const group = groupFrom(start, count, columns)
    if (!group) continue
    const area = lightArea(data, { width, height }, group)
    const isSquare = area.width >= least && Math.abs(area.width / area.height - 1) < 0.1
    if (isSquare && area.width > (best?.width ?? 0)) best = area
  }
  return best
}

/** Takes the cells that hang together with one out of the count. @returns the area around them, in pixels */
function groupFrom(start: number, count: Uint16Array, columns: number): Area | undefined {
  const isLight = (at: number) => (count[at] ?? 0) > (cell * cell) / 6
  if (!isLight(start)) return undefined
  const open = [start]
  let [left, right, top, bottom] = [columns, 0, count.length, 0]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (!isLight(at)) continue
    count[at] = 0
    const [column, row] = [at % columns, Math.floor(at / columns)]
    ;[left, right] = [Math.min(left, column), Math.max(right, column)]
    ;[top, bottom] = [Math.min(top, row), Math.max(bottom, row)]
    if (column > 0) open.push(at - 1)
    if (column < columns - 1) open.push(at + 1)
    open.push(at - columns, at + columns)
  }
  return {
    left: left * cell,
    top: top * cell,
    width: (right - left + 1) * cell,
    height: (bottom - top + 1) * cell,
  }
}

/** The area of the light pixels within an area and the cells around it. */
function lightArea(
  data: Uint8Array,
  { width, height }: { width: number; height: number },
  around: Area,
): Area {
  let [left, right, top, bottom] = [width, 0, height, 0]
  const endX = Math.min(width, around.left + around.width + cell)
  const endY = Math.min(height, around.top + around.height + cell)
  for (let y = Math.max(0, around.top - cell); y < endY; y++) {
    for (let x = Math.max(0, around.left - cell); x < endX; x++) {
      if ((data[y * width + x] ?? 0) <= light) continue
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}
