import { testGroup } from './group.js'

testGroup('ships')
