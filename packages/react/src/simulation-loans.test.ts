import type { SurfaceSimulation } from 'seiche'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveBack, request, take, term } from './simulation-loans.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A simulation that only counts how often it was disposed of. */
function made() {
  const dispose = vi.fn()
  const create = vi.fn(async () => ({ dispose }) as unknown as SurfaceSimulation)
  return { dispose, create }
}

describe('loans of simulations', () => {
  it('are found again by later attempts to render the same component', async () => {
    const { create } = made()
    const loan = request('again', create)
    expect(request('again', create)).toBe(loan)
    expect(create).toHaveBeenCalledOnce()
    expect(take(loan)).toBe(true)
    giveBack(loan)
    await vi.runAllTimersAsync()
  })

  it('end if no component takes them', async () => {
    const { create, dispose } = made()
    const loan = request('abandoned', create)
    await vi.advanceTimersByTimeAsync(term - 1)
    expect(dispose).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(dispose).toHaveBeenCalledOnce()
    expect(take(loan)).toBe(false)
    const next = request('abandoned', create)
    expect(next).not.toBe(loan)
    await vi.runAllTimersAsync()
  })

  it('have one owner, and survive to be taken again at once', async () => {
    const { create, dispose } = made()
    const loan = request('owned', create)
    expect(take(loan)).toBe(true)
    expect(take(loan)).toBe(false)
    giveBack(loan)
    expect(take(loan)).toBe(true)
    await vi.advanceTimersByTimeAsync(2 * term)
    expect(dispose).not.toHaveBeenCalled()
    giveBack(loan)
    await vi.runAllTimersAsync()
    expect(dispose).toHaveBeenCalledOnce()
  })

  it('end as soon as they are there if their component has gone before', async () => {
    const dispose = vi.fn()
    let resolve: (simulation: SurfaceSimulation) => void = () => {}
    const promise = new Promise<SurfaceSimulation>((done) => {
      resolve = done
    })
    const loan = request('slow', () => promise)
    take(loan)
    giveBack(loan)
    await vi.advanceTimersByTimeAsync(1)
    resolve({ dispose } as unknown as SurfaceSimulation)
    await vi.advanceTimersByTimeAsync(1)
    expect(dispose).toHaveBeenCalledOnce()
  })

  it('of a scene with errors have the same error in every attempt, until their term ends', async () => {
    const create = vi.fn(async (): Promise<SurfaceSimulation> => {
      throw new Error('no such solver')
    })
    const loan = request('broken', create)
    await expect(loan.promise).rejects.toThrow('no such solver')
    expect(request('broken', create)).toBe(loan)
    await vi.advanceTimersByTimeAsync(term)
    expect(request('broken', create)).not.toBe(loan)
    await vi.runAllTimersAsync()
  })
})
