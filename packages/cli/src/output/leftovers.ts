import { access, readdir, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { manifestName } from '@seiche/export'

/** Folder inside an unfinished one: files that are removed at the end. */
export const workName = '.unfinished'
/** The order of a run with checkpoints: its presence makes a folder one that can be resumed. */
export const orderName = `${workName}/order`

/**
 * A folder in progress is beside its target and has the process in its name:
 *
 *     waves.partial-4711@studio     being written by process 4711 on the computer "studio"
 *     waves.replaced-4711@studio    the folder that process is replacing, kept until the new one is in place
 *
 * Users can recognise the leftovers of a killed process, and the next run removes them.
 */
export type Role = 'partial' | 'replaced'

/** Name of this computer: letters, digits, dots and dashes; any other character is replaced. */
export const computer = hostname().replace(/[^\w.-]/g, '_') || 'unknown'

export function ownName(target: string, role: Role): string {
  return join(dirname(target), `${basename(target)}.${role}-${process.pid}@${computer}`)
}

/** A folder of a run that has not ended, or that was killed. */
export interface Leftover {
  path: string
  role: Role
  pid: number
  computer: string
}

export async function findLeftovers(target: string): Promise<Leftover[]> {
  const prefix = `${basename(target)}.`
  const found: Leftover[] = []
  for (const entry of await readdir(dirname(target), { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(prefix)) continue
    const match = /^(partial|replaced)-(\d+)@([\w.-]+)$/.exec(entry.name.slice(prefix.length))
    if (!match) continue
    const [, role, pid, owner] = match
    found.push({
      path: join(dirname(target), entry.name),
      role: role as Role,
      pid: Number(pid),
      computer: owner as string,
    })
  }
  return found
}

/** Signal 0 only tests whether the process exists; EPERM means that it exists and belongs to another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether the process of a folder still runs. This process does not compete with itself. */
export function isRunning({ pid, computer: owner }: Leftover): boolean {
  return owner === computer && pid !== process.pid && isAlive(pid)
}

/** A run with checkpoints has an order; one that was killed while it was put in place has a manifest. */
export async function canBeResumed(path: string): Promise<boolean> {
  return (await isThere(join(path, orderName))) || (await isThere(join(path, manifestName)))
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

export interface Tidied {
  /** A run on this computer that is writing to the same target now. */
  busy: Leftover | undefined
  /** A run on this computer that has ended before its end, and can be resumed. */
  resumable: Leftover | undefined
  /** Leftovers that were removed, restored or kept, for the user. */
  notes: string[]
}

/**
 * Removes the leftovers of processes that have ended, except a run that can be resumed. A folder set aside by a process that was killed between its two renames is
 * put back if the target does not exist: a complete old result is better than none.
 */
export async function tidyLeftovers(target: string, targetExists: boolean): Promise<Tidied> {
  const notes: string[] = []
  let busy: Leftover | undefined
  let resumable: Leftover | undefined
  let exists = targetExists
  for (const leftover of await findLeftovers(target)) {
    if (leftover.computer !== computer) {
      notes.push(`left alone: ${leftover.path} (of computer ${leftover.computer}; delete it if that run has ended)`)
    } else if (isRunning(leftover)) {
      busy = leftover
    } else if (leftover.role === 'partial' && (await canBeResumed(leftover.path))) {
      resumable = leftover
    } else if (leftover.role === 'replaced' && !exists) {
      await rename(leftover.path, target)
      exists = true
      notes.push(`put back ${target}, which a killed run had set aside`)
    } else {
      await rm(leftover.path, { recursive: true, force: true })
      notes.push(`removed ${leftover.path}, left behind by a killed run`)
    }
  }
  return { busy, resumable, notes }
}
