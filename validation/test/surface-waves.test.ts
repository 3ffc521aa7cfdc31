import { testGroup } from './group.js'

testGroup('surface-waves')
