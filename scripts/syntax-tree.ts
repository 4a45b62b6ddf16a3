// For tests that read code: TypeScript 7 has no JavaScript API, so oxc parses the files.
import { type Node, visitorKeys } from 'oxc-parser'

export function childrenOf(node: Node): Node[] {
  const children = (visitorKeys[node.type] ?? []).flatMap((key) => Reflect.get(node, key))
  return children.filter((child) => child !== null && child !== undefined)
}
