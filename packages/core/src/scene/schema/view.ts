// How a scene is shown. No part of it has an effect on the state.

import { z } from 'zod'
import { number, positive } from './number.js'

/** Surroundings that a scene may name: of water without terrain, and of water over terrain. */
export const settings = ['bath', 'pool', 'pond', 'lake', 'harbor', 'open-water', 'laboratory'] as const
export const landSettings = ['block', 'country', 'coast'] as const

export const viewSchema = z
  .strictObject({
    setting: z
      .enum([...settings, ...landSettings])
      .optional()
      .describe(
        'Surroundings of the water. Over terrain: block (a block of earth with cut faces), country (land to the horizon) or coast (land and sea to the horizon); without terrain the others. Default: by the extent of the water, its edges, its inflows and its obstacles. Ocean and fluids have their own',
      ),
    camera: z
      .strictObject({
        azimuth: number
          .optional()
          .describe('Turn of the camera about the vertical, from z towards x [degrees]. Default: by the setting'),
        polar: number
          .min(0)
          .max(88)
          .optional()
          .describe(
            'Angle between the line to the camera and the vertical [degrees]; 0 looks straight down. Default: by the setting',
          ),
        distance: positive
          .optional()
          .describe('Distance over that from which all of the water is in the picture [1]. Default: by the setting'),
        target: z
          .tuple([number, number])
          .optional()
          .describe('Point (x, z) that the camera looks at [m]. Default: the middle of the picture of the water'),
      })
      .optional()
      .describe('Pose of the camera until a person moves it'),
    sun: z
      .strictObject({
        azimuth: number.default(215).describe('Direction towards the sun, from z towards x [degrees]. Default 215'),
        height: number
          .min(2)
          .max(90)
          .default(40)
          .describe('Height of the sun above the horizon [degrees]; a low sun is red. Default 40'),
      })
      .optional()
      .describe('Position of the sun in the light theme. Default: that of the setting'),
    water: z
      .enum(['clear', 'lake', 'sea', 'lagoon', 'muddy', 'ink'])
      .optional()
      .describe('Kind of water, which gives its color and how far one sees into it. Default: by the setting'),
  })
  .describe('How pages show the scene: surroundings, camera, sun and color of the water. No effect on the simulation')

/** How a scene is shown. */
export type SceneView = z.output<typeof viewSchema>
