// In place of the parts of the schema library that write JSON Schemas (vite.config.ts). Its schemas name these functions, and call none of them before
// somebody asks for a JSON Schema, or for the limits of a number.

export const createToJSONSchemaMethod = () => undefined
export const createStandardJSONSchemaMethod = () => undefined
export const toJSONSchema = () => undefined
