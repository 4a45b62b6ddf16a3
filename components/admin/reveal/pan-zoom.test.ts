import { describe, expect, test } from 'vitest'
import {
  keepInside,
  keepShown,
  MAX_ZOOM,
  MIDDLE,
  panBy,
  transformOf,
  type View,
  zoomAt,
  zoomIn,
  zoomOut,
} from './pan-zoom'

const measures = { picture: { width: 300, height: 200 }, pane: { width: 300, height: 400 } }

/** The point of the picture at this position in the pane. */
const pointAt = (view: View, at: { x: number; y: number }, zoom: number) => ({
  x: view.x + at.x / (measures.picture.width * zoom),
  y: view.y + at.y / (measures.picture.height * zoom),
})

describe('zooming', () => {
  test('goes in steps from fitting to the maximum, and back the same way', () => {
    expect(zoomOut(1)).toBe(1)
    expect(zoomOut(zoomIn(1))).toBeCloseTo(1)
    let zoom = 1
    for (let step = 0; step < 20; step++) zoom = zoomIn(zoom)
    expect(zoom).toBe(MAX_ZOOM)
  })

  test('keeps the point under the pointer in place', () => {
    const at = { x: 60, y: -40 }
    const view = { x: 0.4, y: 0.55 }
    const zoomed = zoomAt(view, at, { from: 3, to: 4 }, measures)
    expect(pointAt(zoomed, at, 4).x).toBeCloseTo(pointAt(view, at, 3).x)
    expect(pointAt(zoomed, at, 4).y).toBeCloseTo(pointAt(view, at, 3).y)
  })

  test('in another pane never leaves the picture, and the old zoom restores the old view', () => {
    const view = { x: 0.9, y: 0.2 }
    expect(keepShown(view, 2)).toEqual({ x: 0.75, y: 0.25 })
    expect(keepShown(view, 1)).toEqual(MIDDLE)
    expect(keepShown(view, 8)).toEqual(view)
  })

  test('out to fitting shows the whole picture in the middle', () => {
    expect(keepInside({ x: 0.1, y: 0.9 }, 1, measures)).toEqual(MIDDLE)
  })
})

describe('panning', () => {
  test('moves the picture with the pointer, pixel for pixel', () => {
    const moved = panBy(MIDDLE, { x: 30, y: 0 }, 2, measures)
    expect(moved.x).toBeCloseTo(0.5 - 30 / 600)
    expect(transformOf(moved, 2)).toBe('translate(10.000%, 0.000%) scale(2)')
  })

  test('ends at the edges of the picture', () => {
    const [left, right] = [1e6, -1e6].map((x) => panBy(MIDDLE, { x, y: 0 }, 2, measures).x)
    expect(left).toBeCloseTo(0.25)
    expect(right).toBeCloseTo(0.75)
  })

  test('a side that fits the pane does not move', () => {
    expect(panBy(MIDDLE, { x: 0, y: 50 }, 2, measures)).toEqual(MIDDLE)
    expect(panBy(MIDDLE, { x: 50, y: 50 }, 1, measures)).toEqual(MIDDLE)
  })
})
