/** A set of non-negative integers that takes a fraction of a Set's memory. */
export class KeySet {
  size = 0
  private slots = new Float64Array(1 << 12)

  /** @returns whether it is new */
  add(key: number): boolean {
    if (this.size * 2 >= this.slots.length) this.grow()
    if (!insert(this.slots, key + 1)) return false
    this.size++
    return true
  }

  private grow(): void {
    const larger = new Float64Array(this.slots.length * 4)
    for (const key of this.slots) if (key !== 0) insert(larger, key)
    this.slots = larger
  }
}

function insert(slots: Float64Array, key: number): boolean {
  const mask = slots.length - 1
  let mixed = Math.imul(key >>> 0, 0x9e3779b1) ^ Math.imul((key / 2 ** 32) >>> 0, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)
  let at = (mixed ^ (mixed >>> 13)) & mask
  for (; slots[at] !== 0; at = (at + 1) & mask) if (slots[at] === key) return false
  slots[at] = key
  return true
}
