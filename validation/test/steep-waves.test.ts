import { testGroup } from './group.js'

testGroup('steep-waves')
