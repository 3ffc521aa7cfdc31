import { testGroup } from './group.js'

testGroup('walls')
