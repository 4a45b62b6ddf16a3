/**
 * Zooms and pans one picture. The view is the point of the picture that's in the middle of the pane, as fractions of the
 * picture's size. Zooming and resizing don't change it, so panes that share a zoom never jump.
 */
export interface View {
  x: number
  y: number
}

export const MIDDLE: View = { x: 0.5, y: 0.5 }
export const MAX_ZOOM = 8
const STEP = 1.5

/** In pixels: the picture fitted to the pane, and the pane. */
export interface Measures {
  picture: { width: number; height: number }
  pane: { width: number; height: number }
}

export const zoomIn = (zoom: number): number => clamp(zoom * STEP, 1, MAX_ZOOM)
export const zoomOut = (zoom: number): number => clamp(zoom / STEP, 1, MAX_ZOOM)
export const zoomBy = (zoom: number, factor: number): number => clamp(zoom * factor, 1, MAX_ZOOM)

/** Keeps the picture in the pane: it stops when its edge reaches the pane's edge. */
export function keepInside(view: View, zoom: number, { picture, pane }: Measures): View {
  const inside = (at: number, size: number, room: number) => {
    const half = Math.min(0.5, room / (2 * size * zoom))
    return clamp(at, half, 1 - half)
  }
  return {
    x: inside(view.x, picture.width, pane.width),
    y: inside(view.y, picture.height, pane.height),
  }
}

/** The same without measuring, for a pane whose zoom another pane changed. */
export function keepShown({ x, y }: View, zoom: number): View {
  const half = 1 / (2 * zoom)
  return { x: clamp(x, half, 1 - half), y: clamp(y, half, 1 - half) }
}

/** Moves the picture by pixels, as a drag does. */
export const panBy = (
  view: View,
  by: { x: number; y: number },
  zoom: number,
  measures: Measures,
): View =>
  keepInside(
    {
      x: view.x - by.x / (measures.picture.width * zoom),
      y: view.y - by.y / (measures.picture.height * zoom),
    },
    zoom,
    measures,
  )

/** Zooms and keeps the point under the pointer in place. @param at pixels from the middle of the pane */
export const zoomAt = (
  view: View,
  at: { x: number; y: number },
  { from, to }: { from: number; to: number },
  measures: Measures,
): View => {
  const shift = (position: number, size: number) =>
    position / (size * from) - position / (size * to)
  return keepInside(
    {
      x: view.x + shift(at.x, measures.picture.width),
      y: view.y + shift(at.y, measures.picture.height),
    },
    to,
    measures,
  )
}

/** The CSS transform of an element that's centred in its pane and as large as the fitted picture. */
export const transformOf = (view: View, zoom: number): string =>
  `translate(${percent((0.5 - view.x) * zoom)}, ${percent((0.5 - view.y) * zoom)}) scale(${zoom})`

const percent = (fraction: number): string => `${(fraction * 100).toFixed(3)}%`

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))
