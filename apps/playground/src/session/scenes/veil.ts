// Pictures for the time until the first water is there.

const veils = import.meta.glob<string>('../../../veils/*.jpg', { eager: true, query: '?url', import: 'default' })

/** A very small picture of a scene, made with that of the gallery. */
export function veilOf(id: string): string | undefined {
  return veils[`../../../veils/${id}.jpg`]
}
