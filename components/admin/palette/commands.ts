/** The commands that the current page adds to the command palette. */
import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'

export interface Command {
  id: string
  label: string
  /** The shortcut, as shown. */
  keys?: string
  icon?: LucideIcon
  run: () => void
}

const registered = new Set<readonly Command[]>()

/** Offers the commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    registered.add(commands)
    return () => {
      registered.delete(commands)
    }
  }, [commands])
}

export const registeredCommands = (): Command[] => [...registered].flat()
