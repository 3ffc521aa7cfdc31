/**
 * Most quads of a mesh along a side for a canvas of so many pixels: a quad smaller than a few pixels is not seen, because slopes are
 * shaded per pixel.
 */
export const quadsFor = (pixels: number): number => Math.min(256, Math.max(48, Math.round(pixels / 4)))

/**
 * Texels along a side of a map of caustics for a screen of so many pixels: no finer than a picture shows. It depends on the screen, not on
 * the canvas: two views side by side, and one that replaces another, have the same light.
 */
export const causticsSideFor = (pixels: number): number => Math.min(256, Math.max(64, 2 * Math.round(pixels / 4)))

/**
 * Directions of the picture of clouds along a side, for a stage whose meshes have so many quads: a view of 60 degrees has at most three pixels
 * of the canvas for each of them, and the soft edges of clouds need no more.
 */
export const cloudTexelsFor = (quads: number): number => 6 * quads
