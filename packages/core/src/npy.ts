// The entry `seiche/npy`: NumPy files.

export * from './files/npy.js'
