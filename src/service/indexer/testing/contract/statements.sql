DELETE FROM asked_token WHERE block > ?

DELETE FROM asked_token WHERE token = ?

DELETE FROM balance WHERE NOT EXISTS (SELECT 1 FROM balance_history h WHERE h.balance = id) AND id IN (SELECT value FROM json_each(?))
-- PostgreSQL:
DELETE FROM balance WHERE NOT EXISTS (SELECT 1 FROM balance_history h WHERE h.balance = id) AND id IN (SELECT value::bigint FROM json_array_elements_text(?::json))

DELETE FROM balance WHERE holder % 5 = 1

DELETE FROM balance WHERE token = ?

DELETE FROM balance_history WHERE balance IN (SELECT id FROM balance WHERE token = ?)

DELETE FROM balance_history WHERE block > ? AND balance IN (SELECT value FROM json_each(?))
-- PostgreSQL:
DELETE FROM balance_history WHERE block > ? AND balance IN (SELECT value::bigint FROM json_array_elements_text(?::json))

DELETE FROM block WHERE number > ?

DELETE FROM block WHERE number IN (7, 9)

DELETE FROM contract WHERE address % 3 = 1

DELETE FROM contract WHERE tx >= ?

DELETE FROM contract_name

DELETE FROM contract_name WHERE address = ?

DELETE FROM correction WHERE balance IN (SELECT id FROM balance WHERE token = ?)

DELETE FROM correction WHERE block > ?

DELETE FROM delegation WHERE tx = ? AND item = ?

DELETE FROM delegation WHERE tx >= ?

DELETE FROM deposit WHERE depositary = ?

DELETE FROM deposit WHERE log >= ?

DELETE FROM depositary WHERE first_log >= ?

DELETE FROM instance WHERE first_log >= ?1 AND (token, token_id) IN (SELECT token, token_id FROM transfer WHERE log >= ?1)

DELETE FROM instance WHERE token = ?

DELETE FROM internal WHERE tx % 7 <> 3 AND position % 2 = 0

DELETE FROM internal WHERE tx >= ?

DELETE FROM internal WHERE tx >= ? AND tx < ?

DELETE FROM log WHERE position % 5 = 1

DELETE FROM log WHERE position >= ?

DELETE FROM log WHERE position >= ? AND position < ?

DELETE FROM meta WHERE name = ?

DELETE FROM repair WHERE kind = 'balance' AND subject NOT IN (SELECT id FROM balance)

DELETE FROM repair WHERE kind = 'nft' AND NOT EXISTS (SELECT 1 FROM instance WHERE token = subject AND token_id = item)

DELETE FROM repair WHERE kind = 'token' AND subject NOT IN (SELECT address FROM token)

DELETE FROM repair WHERE kind = ?

DELETE FROM repair WHERE kind = ? AND subject = ?

DELETE FROM repair WHERE kind = ? AND subject = ? AND item = ?

DELETE FROM repair WHERE kind IN ('field', 'frames') AND subject > ?

DELETE FROM state_change WHERE tx = ?

DELETE FROM state_change WHERE tx >= ?

DELETE FROM state_change WHERE tx >= ? AND tx < ?

DELETE FROM state_change WHERE tx IN (SELECT tx FROM transfer WHERE token = ?)

DELETE FROM token WHERE first_log >= ?1 AND address IN (SELECT token FROM transfer WHERE log >= ?1)

DELETE FROM token WHERE name = 'Test Coin'

DELETE FROM transfer WHERE log % 3 = 1

DELETE FROM transfer WHERE log >= ?

DELETE FROM transfer WHERE log >= ? AND log < ?

DELETE FROM tx WHERE position % 7 = 3

DELETE FROM tx WHERE position >= ?

DELETE FROM tx WHERE position >= ? AND position < ?

DELETE FROM withdrawal WHERE block > ?

INSERT INTO address (id, hash) VALUES (?, ?)
-- PostgreSQL:
INSERT INTO address (id, hash) SELECT * FROM unnest($1::bigint[], $2::bytea[])

INSERT INTO asked_token (token, block) VALUES (?, ?) ON CONFLICT DO NOTHING

INSERT INTO balance (id, token, token_id, holder, type, in_list, value, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
-- PostgreSQL:
INSERT INTO balance (id, token, token_id, holder, type, in_list, value, changed) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bigint[], $5::text[], $6::bigint[], $7::bytea[], $8::bigint[])

INSERT INTO balance_history (balance, block, value) VALUES (?, ?, ?) ON CONFLICT (balance, block) DO UPDATE SET value = excluded.value
-- PostgreSQL:
INSERT INTO balance_history (balance, block, value) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) ON CONFLICT (balance, block) DO UPDATE SET value = excluded.value

INSERT INTO block (number, hash, parent_hash, timestamp, miner, gas_limit, gas_used, base_fee, difficulty, total_difficulty, nonce, state_root, extra_data, size, uncles, transactions, withdrawals, fees, traced) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
-- PostgreSQL:
INSERT INTO block (number, hash, parent_hash, timestamp, miner, gas_limit, gas_used, base_fee, difficulty, total_difficulty, nonce, state_root, extra_data, size, uncles, transactions, withdrawals, fees, traced) SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bigint[], $8::bytea[], $9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bigint[], $15::bytea[], $16::bigint[], $17::bigint[], $18::bytea[], $19::bigint[])

INSERT INTO block (number, hash, parent_hash, timestamp, miner, gas_limit, gas_used, base_fee, difficulty, total_difficulty, nonce, state_root, extra_data, size, uncles, transactions, withdrawals, fees, traced) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET hash = excluded.hash, parent_hash = excluded.parent_hash, timestamp = excluded.timestamp, miner = excluded.miner, gas_limit = excluded.gas_limit, gas_used = excluded.gas_used, base_fee = excluded.base_fee, difficulty = excluded.difficulty, total_difficulty = excluded.total_difficulty, nonce = excluded.nonce, state_root = excluded.state_root, extra_data = excluded.extra_data, size = excluded.size, uncles = excluded.uncles, transactions = excluded.transactions, withdrawals = excluded.withdrawals, fees = excluded.fees, traced = excluded.traced
-- PostgreSQL:
INSERT INTO block (number, hash, parent_hash, timestamp, miner, gas_limit, gas_used, base_fee, difficulty, total_difficulty, nonce, state_root, extra_data, size, uncles, transactions, withdrawals, fees, traced) SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bigint[], $8::bytea[], $9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bigint[], $15::bytea[], $16::bigint[], $17::bigint[], $18::bytea[], $19::bigint[]) ON CONFLICT (number) DO UPDATE SET hash = excluded.hash, parent_hash = excluded.parent_hash, timestamp = excluded.timestamp, miner = excluded.miner, gas_limit = excluded.gas_limit, gas_used = excluded.gas_used, base_fee = excluded.base_fee, difficulty = excluded.difficulty, total_difficulty = excluded.total_difficulty, nonce = excluded.nonce, state_root = excluded.state_root, extra_data = excluded.extra_data, size = excluded.size, uncles = excluded.uncles, transactions = excluded.transactions, withdrawals = excluded.withdrawals, fees = excluded.fees, traced = excluded.traced

INSERT INTO contract (address, creator, tx) VALUES (?, ?, ?)
-- PostgreSQL:
INSERT INTO contract (address, creator, tx) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])

INSERT INTO contract (address, creator, tx) VALUES (?, ?, ?) ON CONFLICT (address) DO UPDATE SET creator = excluded.creator, tx = excluded.tx
-- PostgreSQL:
INSERT INTO contract (address, creator, tx) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) ON CONFLICT (address) DO UPDATE SET creator = excluded.creator, tx = excluded.tx

INSERT INTO contract_name (address, name, words) VALUES (?, ?, ?)

INSERT INTO correction (block, balance) VALUES (?, ?) ON CONFLICT DO NOTHING

INSERT INTO delegation (tx, item, authority, delegate, chain, nonce) VALUES (?, ?, ?, ?, ?, ?)
-- PostgreSQL:
INSERT INTO delegation (tx, item, authority, delegate, chain, nonce) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bytea[])

INSERT INTO delegation (tx, item, authority, delegate, chain, nonce) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (tx, item) DO UPDATE SET authority = excluded.authority, delegate = excluded.delegate, chain = excluded.chain, nonce = excluded.nonce
-- PostgreSQL:
INSERT INTO delegation (tx, item, authority, delegate, chain, nonce) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bytea[]) ON CONFLICT (tx, item) DO UPDATE SET authority = excluded.authority, delegate = excluded.delegate, chain = excluded.chain, nonce = excluded.nonce

INSERT INTO delegation SELECT position, 0, sender, sender, value, value FROM tx WHERE position % 7 = 2

INSERT INTO deposit (log, tx, depositary, sender, receiver, value) VALUES (?, ?, ?, ?, ?, ?)
-- PostgreSQL:
INSERT INTO deposit (log, tx, depositary, sender, receiver, value) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[])

INSERT INTO depositary (address, first_log) VALUES (?, ?) ON CONFLICT DO NOTHING
-- PostgreSQL:
INSERT INTO depositary (address, first_log) SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT DO NOTHING

INSERT INTO instance (token, token_id, first_log) SELECT token, token_id, min(log) FROM transfer WHERE log >= ? AND log < ? AND token_id IS NOT NULL GROUP BY token, token_id ON CONFLICT DO NOTHING

INSERT INTO instance (token, token_id, first_log) SELECT token, token_id, min(log) FROM transfer WHERE token = ? GROUP BY token, token_id ON CONFLICT DO NOTHING

INSERT INTO instance (token, token_id, first_log) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
-- PostgreSQL:
INSERT INTO instance (token, token_id, first_log) SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bigint[]) ON CONFLICT DO NOTHING

INSERT INTO internal (tx, position, depth, type, sender, receiver, created, value, gas, error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
-- PostgreSQL:
INSERT INTO internal (tx, position, depth, type, sender, receiver, created, value, gas, error) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bytea[], $9::bytea[], $10::text[])

INSERT INTO log (position, address, topic, topics, data) VALUES (?, ?, ?, ?, ?)
-- PostgreSQL:
INSERT INTO log (position, address, topic, topics, data) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[])

INSERT INTO log (position, address, topic, topics, data) VALUES (?, ?, ?, ?, ?) ON CONFLICT (position) DO UPDATE SET address = excluded.address, topic = excluded.topic, topics = excluded.topics, data = excluded.data
-- PostgreSQL:
INSERT INTO log (position, address, topic, topics, data) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[]) ON CONFLICT (position) DO UPDATE SET address = excluded.address, topic = excluded.topic, topics = excluded.topics, data = excluded.data

INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value

INSERT INTO repair (kind, subject, item, since, tries, next) VALUES (?, ?, ?, ?, 1, ?)

INSERT INTO state_change (tx, changes) VALUES (?, ?) ON CONFLICT DO NOTHING

INSERT INTO token (address, first_log, type) VALUES (?, ?, ?)
-- PostgreSQL:
INSERT INTO token (address, first_log, type) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[])

INSERT INTO token (address, first_log, type) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
-- PostgreSQL:
INSERT INTO token (address, first_log, type) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[]) ON CONFLICT DO NOTHING

INSERT INTO token (address, first_log, type, holders) VALUES (?1, ?2, coalesce((SELECT type FROM balance WHERE token = ?1 LIMIT 1), ?3), (SELECT count(*) FROM balance WHERE token = ?1 AND token_id = x'' AND value <> x'00'))
-- PostgreSQL:
INSERT INTO token (address, first_log, type, holders) VALUES (?1, ?2, coalesce((SELECT type FROM balance WHERE token = ?1 LIMIT 1), ?3), (SELECT count(*) FROM balance WHERE token = ?1 AND token_id = '\x'::bytea AND value <> '\x00'::bytea))

INSERT INTO topic (id, hash) VALUES (?, ?)
-- PostgreSQL:
INSERT INTO topic (id, hash) SELECT * FROM unnest($1::bigint[], $2::bytea[])

INSERT INTO transfer (log, item, tx, token, type, sender, receiver, token_id, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
-- PostgreSQL:
INSERT INTO transfer (log, item, tx, token, type, sender, receiver, token_id, value) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bytea[], $9::bytea[])

INSERT INTO transfer (log, item, tx, token, type, sender, receiver, token_id, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (log, item) DO UPDATE SET tx = excluded.tx, token = excluded.token, type = excluded.type, sender = excluded.sender, receiver = excluded.receiver, token_id = excluded.token_id, value = excluded.value
-- PostgreSQL:
INSERT INTO transfer (log, item, tx, token, type, sender, receiver, token_id, value) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bytea[], $9::bytea[]) ON CONFLICT (log, item) DO UPDATE SET tx = excluded.tx, token = excluded.token, type = excluded.type, sender = excluded.sender, receiver = excluded.receiver, token_id = excluded.token_id, value = excluded.value

INSERT INTO tx (position, hash, sender, receiver, created, value, nonce, type, gas_limit, gas_used, gas_price, fee, max_fee, max_tip, succeeded, first_log, logs, transfers, input, fee_token, minted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
-- PostgreSQL:
INSERT INTO tx (position, hash, sender, receiver, created, value, nonce, type, gas_limit, gas_used, gas_price, fee, max_fee, max_tip, succeeded, first_log, logs, transfers, input, fee_token, minted) SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bigint[], $8::bigint[], $9::bytea[], $10::bigint[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bytea[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bytea[], $20::bigint[], $21::bytea[])

INSERT INTO tx (position, hash, sender, receiver, created, value, nonce, type, gas_limit, gas_used, gas_price, fee, max_fee, max_tip, succeeded, first_log, logs, transfers, input, fee_token, minted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (position) DO UPDATE SET hash = excluded.hash, sender = excluded.sender, receiver = excluded.receiver, created = excluded.created, value = excluded.value, nonce = excluded.nonce, type = excluded.type, gas_limit = excluded.gas_limit, gas_used = excluded.gas_used, gas_price = excluded.gas_price, fee = excluded.fee, max_fee = excluded.max_fee, max_tip = excluded.max_tip, succeeded = excluded.succeeded, first_log = excluded.first_log, logs = excluded.logs, transfers = excluded.transfers, input = excluded.input, fee_token = excluded.fee_token, minted = excluded.minted
-- PostgreSQL:
INSERT INTO tx (position, hash, sender, receiver, created, value, nonce, type, gas_limit, gas_used, gas_price, fee, max_fee, max_tip, succeeded, first_log, logs, transfers, input, fee_token, minted) SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bigint[], $8::bigint[], $9::bytea[], $10::bigint[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bytea[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bytea[], $20::bigint[], $21::bytea[]) ON CONFLICT (position) DO UPDATE SET hash = excluded.hash, sender = excluded.sender, receiver = excluded.receiver, created = excluded.created, value = excluded.value, nonce = excluded.nonce, type = excluded.type, gas_limit = excluded.gas_limit, gas_used = excluded.gas_used, gas_price = excluded.gas_price, fee = excluded.fee, max_fee = excluded.max_fee, max_tip = excluded.max_tip, succeeded = excluded.succeeded, first_log = excluded.first_log, logs = excluded.logs, transfers = excluded.transfers, input = excluded.input, fee_token = excluded.fee_token, minted = excluded.minted

INSERT INTO withdrawal (block, position, withdrawal_index, validator, receiver, amount) VALUES (?, ?, ?, ?, ?, ?)
-- PostgreSQL:
INSERT INTO withdrawal (block, position, withdrawal_index, validator, receiver, amount) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bigint[], $6::bytea[])

INSERT INTO withdrawal (block, position, withdrawal_index, validator, receiver, amount) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (block, position) DO UPDATE SET withdrawal_index = excluded.withdrawal_index, validator = excluded.validator, receiver = excluded.receiver, amount = excluded.amount
-- PostgreSQL:
INSERT INTO withdrawal (block, position, withdrawal_index, validator, receiver, amount) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bigint[], $6::bytea[]) ON CONFLICT (block, position) DO UPDATE SET withdrawal_index = excluded.withdrawal_index, validator = excluded.validator, receiver = excluded.receiver, amount = excluded.amount

SELECT 1 FROM asked_token WHERE token = ?

SELECT 1 FROM balance WHERE token = ? AND token_id = ? AND holder = ? AND EXISTS ( SELECT 1 FROM balance_history h WHERE h.balance = balance.id AND h.block <= ?)
-- PostgreSQL:
SELECT nth FROM unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS given(given_token, given_token_id, given_holder, given_changed, nth) WHERE NOT EXISTS (SELECT 1 FROM balance WHERE token = given_token AND token_id = given_token_id AND holder = given_holder AND EXISTS ( SELECT 1 FROM balance_history h WHERE h.balance = balance.id AND h.block <= given_changed)) ORDER BY nth

SELECT 1 FROM block WHERE number = ? AND hash = ?

SELECT 1 FROM block WHERE number = ? AND hash IS NOT DISTINCT FROM ? AND parent_hash IS NOT DISTINCT FROM ? AND timestamp IS NOT DISTINCT FROM ? AND miner IS NOT DISTINCT FROM ? AND gas_limit IS NOT DISTINCT FROM ? AND gas_used IS NOT DISTINCT FROM ? AND base_fee IS NOT DISTINCT FROM ? AND difficulty IS NOT DISTINCT FROM ? AND total_difficulty IS NOT DISTINCT FROM ? AND nonce IS NOT DISTINCT FROM ? AND state_root IS NOT DISTINCT FROM ? AND extra_data IS NOT DISTINCT FROM ? AND size IS NOT DISTINCT FROM ? AND uncles IS NOT DISTINCT FROM ? AND transactions IS NOT DISTINCT FROM ? AND withdrawals IS NOT DISTINCT FROM ? AND fees IS NOT DISTINCT FROM ? AND traced IS NOT DISTINCT FROM ?
-- PostgreSQL:
SELECT nth FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bigint[], $8::bytea[], $9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bigint[], $15::bytea[], $16::bigint[], $17::bigint[], $18::bytea[], $19::bigint[]) WITH ORDINALITY AS given(given_number, given_hash, given_parent_hash, given_timestamp, given_miner, given_gas_limit, given_gas_used, given_base_fee, given_difficulty, given_total_difficulty, given_nonce, given_state_root, given_extra_data, given_size, given_uncles, given_transactions, given_withdrawals, given_fees, given_traced, nth) WHERE NOT EXISTS (SELECT 1 FROM block WHERE number = given_number AND hash IS NOT DISTINCT FROM given_hash AND parent_hash IS NOT DISTINCT FROM given_parent_hash AND timestamp IS NOT DISTINCT FROM given_timestamp AND miner IS NOT DISTINCT FROM given_miner AND gas_limit IS NOT DISTINCT FROM given_gas_limit AND gas_used IS NOT DISTINCT FROM given_gas_used AND base_fee IS NOT DISTINCT FROM given_base_fee AND difficulty IS NOT DISTINCT FROM given_difficulty AND total_difficulty IS NOT DISTINCT FROM given_total_difficulty AND nonce IS NOT DISTINCT FROM given_nonce AND state_root IS NOT DISTINCT FROM given_state_root AND extra_data IS NOT DISTINCT FROM given_extra_data AND size IS NOT DISTINCT FROM given_size AND uncles IS NOT DISTINCT FROM given_uncles AND transactions IS NOT DISTINCT FROM given_transactions AND withdrawals IS NOT DISTINCT FROM given_withdrawals AND fees IS NOT DISTINCT FROM given_fees AND traced IS NOT DISTINCT FROM given_traced) ORDER BY nth

SELECT 1 FROM contract WHERE address = ?

SELECT 1 FROM contract_name LIMIT 1

SELECT 1 FROM delegation WHERE tx = ? AND item = ? AND authority IS NOT DISTINCT FROM ? AND delegate IS NOT DISTINCT FROM ? AND chain IS NOT DISTINCT FROM ? AND nonce IS NOT DISTINCT FROM ?
-- PostgreSQL:
SELECT nth FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bytea[]) WITH ORDINALITY AS given(given_tx, given_item, given_authority, given_delegate, given_chain, given_nonce, nth) WHERE NOT EXISTS (SELECT 1 FROM delegation WHERE tx = given_tx AND item = given_item AND authority IS NOT DISTINCT FROM given_authority AND delegate IS NOT DISTINCT FROM given_delegate AND chain IS NOT DISTINCT FROM given_chain AND nonce IS NOT DISTINCT FROM given_nonce) ORDER BY nth

SELECT 1 FROM delegation WHERE tx >= ? LIMIT 1

SELECT 1 FROM deposit WHERE log = ?
-- PostgreSQL:
SELECT nth FROM unnest($1::bigint[]) WITH ORDINALITY AS given(given_log, nth) WHERE NOT EXISTS (SELECT 1 FROM deposit WHERE log = given_log) ORDER BY nth

SELECT 1 FROM instance WHERE token = ? AND token_id = ?

SELECT 1 FROM instance WHERE token = ? AND token_id = ? AND (metadata IS NOT NULL OR link IS NOT NULL)

SELECT 1 FROM internal WHERE tx = ? AND position = ? AND depth IS NOT DISTINCT FROM ? AND type IS NOT DISTINCT FROM ? AND sender IS NOT DISTINCT FROM ? AND receiver IS NOT DISTINCT FROM ? AND created IS NOT DISTINCT FROM ? AND value IS NOT DISTINCT FROM ? AND gas IS NOT DISTINCT FROM ? AND error IS NOT DISTINCT FROM ?
-- PostgreSQL:
SELECT nth FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bytea[], $9::bytea[], $10::text[]) WITH ORDINALITY AS given(given_tx, given_position, given_depth, given_type, given_sender, given_receiver, given_created, given_value, given_gas, given_error, nth) WHERE NOT EXISTS (SELECT 1 FROM internal WHERE tx = given_tx AND position = given_position AND depth IS NOT DISTINCT FROM given_depth AND type IS NOT DISTINCT FROM given_type AND sender IS NOT DISTINCT FROM given_sender AND receiver IS NOT DISTINCT FROM given_receiver AND created IS NOT DISTINCT FROM given_created AND value IS NOT DISTINCT FROM given_value AND gas IS NOT DISTINCT FROM given_gas AND error IS NOT DISTINCT FROM given_error) ORDER BY nth

SELECT 1 FROM internal WHERE tx >= ? LIMIT 1

SELECT 1 FROM log WHERE position = ? AND address IS NOT DISTINCT FROM ? AND topic IS NOT DISTINCT FROM ? AND topics IS NOT DISTINCT FROM ? AND data IS NOT DISTINCT FROM ?
-- PostgreSQL:
SELECT nth FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[]) WITH ORDINALITY AS given(given_position, given_address, given_topic, given_topics, given_data, nth) WHERE NOT EXISTS (SELECT 1 FROM log WHERE position = given_position AND address IS NOT DISTINCT FROM given_address AND topic IS NOT DISTINCT FROM given_topic AND topics IS NOT DISTINCT FROM given_topics AND data IS NOT DISTINCT FROM given_data) ORDER BY nth

SELECT 1 FROM log WHERE position >= ? LIMIT 1

SELECT 1 FROM transfer WHERE log = ? AND item = ? AND tx IS NOT DISTINCT FROM ? AND token IS NOT DISTINCT FROM ? AND sender IS NOT DISTINCT FROM ? AND receiver IS NOT DISTINCT FROM ? AND token_id IS NOT DISTINCT FROM ? AND value IS NOT DISTINCT FROM ?
-- PostgreSQL:
SELECT nth FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[], $8::bytea[]) WITH ORDINALITY AS given(given_log, given_item, given_tx, given_token, given_sender, given_receiver, given_token_id, given_value, nth) WHERE NOT EXISTS (SELECT 1 FROM transfer WHERE log = given_log AND item = given_item AND tx IS NOT DISTINCT FROM given_tx AND token IS NOT DISTINCT FROM given_token AND sender IS NOT DISTINCT FROM given_sender AND receiver IS NOT DISTINCT FROM given_receiver AND token_id IS NOT DISTINCT FROM given_token_id AND value IS NOT DISTINCT FROM given_value) ORDER BY nth

SELECT 1 FROM transfer WHERE log >= ? LIMIT 1

SELECT 1 FROM tx WHERE coalesce(inner_failure, 0) = ? AND failure IS NOT DISTINCT FROM ? AND revert IS NOT DISTINCT FROM ? AND position = ?
-- PostgreSQL:
SELECT nth FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::bigint[]) WITH ORDINALITY AS given(given_inner_failure, given_failure, given_revert, given_position, nth) WHERE NOT EXISTS (SELECT 1 FROM tx WHERE coalesce(inner_failure, 0) = given_inner_failure AND failure IS NOT DISTINCT FROM given_failure AND revert IS NOT DISTINCT FROM given_revert AND position = given_position) ORDER BY nth

SELECT 1 FROM tx WHERE position = ?

SELECT 1 FROM tx WHERE position = ? AND hash IS NOT DISTINCT FROM ? AND sender IS NOT DISTINCT FROM ? AND receiver IS NOT DISTINCT FROM ? AND created IS NOT DISTINCT FROM ? AND value IS NOT DISTINCT FROM ? AND nonce IS NOT DISTINCT FROM ? AND type IS NOT DISTINCT FROM ? AND gas_limit IS NOT DISTINCT FROM ? AND gas_used IS NOT DISTINCT FROM ? AND gas_price IS NOT DISTINCT FROM ? AND fee IS NOT DISTINCT FROM ? AND max_fee IS NOT DISTINCT FROM ? AND max_tip IS NOT DISTINCT FROM ? AND succeeded IS NOT DISTINCT FROM ? AND first_log IS NOT DISTINCT FROM ? AND logs IS NOT DISTINCT FROM ? AND transfers IS NOT DISTINCT FROM ? AND input IS NOT DISTINCT FROM ? AND fee_token IS NOT DISTINCT FROM ? AND minted IS NOT DISTINCT FROM ?
-- PostgreSQL:
SELECT nth FROM unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bigint[], $8::bigint[], $9::bytea[], $10::bigint[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bytea[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bytea[], $20::bigint[], $21::bytea[]) WITH ORDINALITY AS given(given_position, given_hash, given_sender, given_receiver, given_created, given_value, given_nonce, given_type, given_gas_limit, given_gas_used, given_gas_price, given_fee, given_max_fee, given_max_tip, given_succeeded, given_first_log, given_logs, given_transfers, given_input, given_fee_token, given_minted, nth) WHERE NOT EXISTS (SELECT 1 FROM tx WHERE position = given_position AND hash IS NOT DISTINCT FROM given_hash AND sender IS NOT DISTINCT FROM given_sender AND receiver IS NOT DISTINCT FROM given_receiver AND created IS NOT DISTINCT FROM given_created AND value IS NOT DISTINCT FROM given_value AND nonce IS NOT DISTINCT FROM given_nonce AND type IS NOT DISTINCT FROM given_type AND gas_limit IS NOT DISTINCT FROM given_gas_limit AND gas_used IS NOT DISTINCT FROM given_gas_used AND gas_price IS NOT DISTINCT FROM given_gas_price AND fee IS NOT DISTINCT FROM given_fee AND max_fee IS NOT DISTINCT FROM given_max_fee AND max_tip IS NOT DISTINCT FROM given_max_tip AND succeeded IS NOT DISTINCT FROM given_succeeded AND first_log IS NOT DISTINCT FROM given_first_log AND logs IS NOT DISTINCT FROM given_logs AND transfers IS NOT DISTINCT FROM given_transfers AND input IS NOT DISTINCT FROM given_input AND fee_token IS NOT DISTINCT FROM given_fee_token AND minted IS NOT DISTINCT FROM given_minted) ORDER BY nth

SELECT 1 FROM tx WHERE position >= ? LIMIT 1

SELECT 1 FROM withdrawal WHERE block = ? AND position = ? AND withdrawal_index IS NOT DISTINCT FROM ? AND validator IS NOT DISTINCT FROM ? AND receiver IS NOT DISTINCT FROM ? AND amount IS NOT DISTINCT FROM ?
-- PostgreSQL:
SELECT nth FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[], $5::bigint[], $6::bytea[]) WITH ORDINALITY AS given(given_block, given_position, given_withdrawal_index, given_validator, given_receiver, given_amount, nth) WHERE NOT EXISTS (SELECT 1 FROM withdrawal WHERE block = given_block AND position = given_position AND withdrawal_index IS NOT DISTINCT FROM given_withdrawal_index AND validator IS NOT DISTINCT FROM given_validator AND receiver IS NOT DISTINCT FROM given_receiver AND amount IS NOT DISTINCT FROM given_amount) ORDER BY nth

SELECT CAST(coalesce(sum(transactions), 0) AS TEXT) AS transactions FROM block WHERE number >= ? AND number < ?

SELECT CAST(coalesce(sum(transactions), 0) AS TEXT) AS transactions, CAST(coalesce(sum(gas_used / 4294967296), 0) AS TEXT) AS high, CAST(coalesce(sum(gas_used % 4294967296), 0) AS TEXT) AS low FROM (SELECT transactions, gas_used FROM block WHERE number >= ? ORDER BY number DESC LIMIT ?) AS day

SELECT CAST(is_contract AS TEXT) AS text FROM address WHERE id = ?

SELECT a.id, '0x' || lower(hex(a.hash)) AS hash, a.is_contract, t.name AS token_name FROM address a LEFT JOIN token t ON t.address = a.id WHERE a.id IN (SELECT value FROM json_each(?))
-- PostgreSQL:
SELECT a.id, '0x' || lower(hex(a.hash)) AS hash, a.is_contract, t.name AS token_name FROM address a LEFT JOIN token t ON t.address = a.id WHERE a.id IN (SELECT value::bigint FROM json_array_elements_text(?::json))

SELECT address AS id FROM token WHERE address >= ? ORDER BY address LIMIT ?

SELECT address AS token, type FROM token t WHERE type <> 'ERC-1155' AND NOT EXISTS (SELECT 1 FROM balance b WHERE b.token = t.address AND b.token_id = x'' AND b.holder = ?) ORDER BY transfers DESC LIMIT ?
-- PostgreSQL:
SELECT address AS token, type FROM token t WHERE type <> 'ERC-1155' AND NOT EXISTS (SELECT 1 FROM balance b WHERE b.token = t.address AND b.token_id = '\x'::bytea AND b.holder = ?) ORDER BY transfers DESC LIMIT ?

SELECT address FROM contract ORDER BY tx DESC LIMIT 1

SELECT address FROM contract ORDER BY tx DESC LIMIT ?

SELECT address FROM contract WHERE address IN (SELECT value FROM json_each(?))
-- PostgreSQL:
SELECT address FROM contract WHERE address IN (SELECT value::bigint FROM json_array_elements_text(?::json))

SELECT address FROM contract_name ORDER BY address DESC LIMIT ?

SELECT address FROM depositary WHERE mints IS NULL ORDER BY random() LIMIT ?

SELECT address FROM token WHERE fetch_state <> 1 AND NOT EXISTS (SELECT 1 FROM repair WHERE kind = 'token' AND subject = address) LIMIT ?

SELECT address, holders FROM token WHERE type IN (?) ORDER BY holders DESC, address DESC LIMIT ?

SELECT address, holders FROM token WHERE type IN (?, ?, ?, ?) AND (holders, address) < (?, ?) ORDER BY holders DESC, address DESC LIMIT ?

SELECT address, holders FROM token WHERE type IN (?, ?, ?, ?) AND (holders, address) > (?, ?) ORDER BY holders ASC, address ASC LIMIT ?

SELECT address, holders FROM token WHERE type IN (?, ?, ?, ?) AND address IN (SELECT id / 2 FROM (SELECT rowid AS id, name, other FROM name_index WHERE name_index MATCH ?5) AS matching WHERE id % 2 = 0) AND (holders, address) < (?, ?) ORDER BY holders DESC, address DESC LIMIT ?
-- PostgreSQL:
SELECT address, holders FROM token WHERE type IN (?, ?, ?, ?) AND address IN (SELECT id / 2 FROM (SELECT id, name, other FROM name_index i WHERE words_of(?5::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?5::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C"))) AS matching WHERE id % 2 = 0) AND (holders, address) < (?, ?) ORDER BY holders DESC, address DESC LIMIT ?

SELECT address, holders FROM token WHERE type IN (?, ?, ?, ?) AND address IN (SELECT id / 2 FROM (SELECT rowid AS id, name, other FROM name_index WHERE name_index MATCH ?5) AS matching WHERE id % 2 = 0) ORDER BY holders DESC, address DESC LIMIT ?
-- PostgreSQL:
SELECT address, holders FROM token WHERE type IN (?, ?, ?, ?) AND address IN (SELECT id / 2 FROM (SELECT id, name, other FROM name_index i WHERE words_of(?5::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?5::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?6::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?6::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C"))) AS matching WHERE id % 2 = 0) ORDER BY holders DESC, address DESC LIMIT ?

SELECT address, holders FROM token WHERE type IN (?, ?, ?, ?) AND address IN (SELECT id / 2 FROM (SELECT rowid AS id, name, other FROM name_index WHERE name_index MATCH ?5) AS matching WHERE id % 2 = 0) ORDER BY holders DESC, address DESC LIMIT ?
-- PostgreSQL:
SELECT address, holders FROM token WHERE type IN (?, ?, ?, ?) AND address IN (SELECT id / 2 FROM (SELECT id, name, other FROM name_index i WHERE words_of(?5::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?5::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C"))) AS matching WHERE id % 2 = 0) ORDER BY holders DESC, address DESC LIMIT ?

SELECT address, holders FROM token WHERE type IN (?, ?, ?, ?) ORDER BY holders ASC, address ASC LIMIT ?

SELECT address, holders FROM token WHERE type IN (?, ?, ?, ?) ORDER BY holders DESC, address DESC LIMIT ?

SELECT address, holders FROM token WHERE type IN (NULL) ORDER BY holders DESC, address DESC LIMIT ?

SELECT b.id FROM ( SELECT token, sender AS holder, coalesce(token_id, x'') AS item FROM transfer WHERE log >= ?1 UNION SELECT token, receiver, coalesce(token_id, x'') FROM transfer WHERE log >= ?1 UNION SELECT token, sender, x'' FROM transfer WHERE log >= ?1 UNION SELECT token, receiver, x'' FROM transfer WHERE log >= ?1) AS moved CROSS JOIN balance b WHERE b.token = moved.token AND b.token_id = item AND b.holder = moved.holder UNION SELECT balance FROM correction WHERE block > ?2
-- PostgreSQL:
SELECT b.id FROM ( SELECT token, sender AS holder, coalesce(token_id, '\x'::bytea) AS item FROM transfer WHERE log >= ?1 UNION SELECT token, receiver, coalesce(token_id, '\x'::bytea) FROM transfer WHERE log >= ?1 UNION SELECT token, sender, '\x'::bytea FROM transfer WHERE log >= ?1 UNION SELECT token, receiver, '\x'::bytea FROM transfer WHERE log >= ?1) AS moved CROSS JOIN balance b WHERE b.token = moved.token AND b.token_id = item AND b.holder = moved.holder UNION SELECT balance FROM correction WHERE block > ?2

SELECT b.id, t.address AS token, x'' AS token_id, ?1 AS holder, t.type, x'00' AS value FROM asked_token a JOIN token t ON t.address = a.token LEFT JOIN balance b ON b.token = t.address AND b.token_id = x'' AND b.holder = ?1 WHERE t.type <> 'ERC-1155' AND coalesce(b.value, x'00') = x'00' ORDER BY a.block DESC, a.token DESC LIMIT ?2
-- PostgreSQL:
SELECT b.id, t.address AS token, '\x'::bytea AS token_id, ?1 AS holder, t.type, '\x00'::bytea AS value FROM asked_token a JOIN token t ON t.address = a.token LEFT JOIN balance b ON b.token = t.address AND b.token_id = '\x'::bytea AND b.holder = ?1 WHERE t.type <> 'ERC-1155' AND coalesce(b.value, '\x00'::bytea) = '\x00'::bytea ORDER BY a.block DESC, a.token DESC LIMIT ?2

SELECT block, hex(amount) AS amount FROM withdrawal WHERE receiver = ? AND block >= ? AND block <= ?

SELECT block, withdrawal_index, validator, amount FROM withdrawal WHERE receiver = ? AND withdrawal_index < ? ORDER BY withdrawal_index DESC LIMIT ?

SELECT block, withdrawal_index, validator, amount, receiver FROM withdrawal WHERE block = ? AND withdrawal_index > ? ORDER BY withdrawal_index LIMIT ?

SELECT changes FROM state_change WHERE tx = ?

SELECT count(*) AS blocks, coalesce(sum(transactions), 0) AS transactions, coalesce(sum(CASE WHEN traced = 1 THEN transactions END), 0) AS traced, coalesce(sum(CASE WHEN traced = 2 THEN transactions END), 0) AS untraceable, (SELECT count(*) FROM transfer WHERE log >= ?) AS transfers FROM block WHERE number > ?

SELECT count(*) AS count FROM (SELECT * FROM (SELECT * FROM (SELECT block, position FROM withdrawal WHERE receiver = ?1 LIMIT 51) AS part) AS parts LIMIT 51) AS counted

SELECT count(*) AS count FROM (SELECT * FROM (SELECT * FROM (SELECT id FROM balance WHERE in_list & 1 AND value <> x'00' AND holder = ?1 LIMIT 51) AS part) AS parts LIMIT 51) AS counted
-- PostgreSQL:
SELECT count(*) AS count FROM (SELECT * FROM (SELECT * FROM (SELECT id FROM balance WHERE (in_list & 1) <> 0 AND value <> '\x00'::bytea AND holder = ?1 LIMIT 51) AS part) AS parts LIMIT 51) AS counted

SELECT count(*) AS count FROM (SELECT * FROM (SELECT * FROM (SELECT log, item FROM transfer WHERE sender = ?1 LIMIT 51) AS part UNION SELECT * FROM (SELECT log, item FROM transfer WHERE receiver = ?1 LIMIT 51) AS part) AS parts LIMIT 51) AS counted

SELECT count(*) AS count FROM (SELECT * FROM (SELECT * FROM (SELECT number FROM block WHERE miner = ?1 LIMIT 51) AS part) AS parts LIMIT 51) AS counted

SELECT count(*) AS count FROM (SELECT * FROM (SELECT * FROM (SELECT position FROM log WHERE address = ?1 LIMIT 51) AS part) AS parts LIMIT 51) AS counted

SELECT count(*) AS count FROM (SELECT * FROM (SELECT * FROM (SELECT position FROM tx WHERE sender = ?1 LIMIT 51) AS part UNION SELECT * FROM (SELECT position FROM tx WHERE receiver = ?1 LIMIT 51) AS part UNION SELECT * FROM (SELECT position FROM tx WHERE created = ?1 LIMIT 51) AS part) AS parts LIMIT 51) AS counted

SELECT count(*) AS count FROM (SELECT * FROM (SELECT * FROM (SELECT tx, item FROM delegation WHERE authority = ?1 LIMIT 51) AS part) AS parts LIMIT 51) AS counted

SELECT count(*) AS count FROM (SELECT * FROM (SELECT * FROM (SELECT tx, position FROM internal WHERE sender = ?1 LIMIT 51) AS part UNION SELECT * FROM (SELECT tx, position FROM internal WHERE receiver = ?1 LIMIT 51) AS part UNION SELECT * FROM (SELECT tx, position FROM internal WHERE created = ?1 LIMIT 51) AS part) AS parts LIMIT 51) AS counted

SELECT count(*) AS count FROM balance WHERE holder = ? AND type = ? AND in_list & 2 AND value <> x'00' AND token = ?
-- PostgreSQL:
SELECT count(*) AS count FROM balance WHERE holder = ? AND type = ? AND (in_list & 2) <> 0 AND value <> '\x00'::bytea AND token = ?

SELECT count(*) AS count FROM contract

SELECT count(*) AS count FROM internal WHERE tx >= ? AND tx < ?

SELECT count(*) AS count FROM transfer WHERE token = ? AND token_id = ?

SELECT count(*) AS count FROM tx WHERE position >= ? AND position < ?

SELECT count(*) AS rows FROM (SELECT 1 FROM balance WHERE token = ? AND token_id = ? LIMIT 10001) AS found

SELECT count(*) AS rows FROM (SELECT 1 FROM block WHERE miner = ? LIMIT 10001) AS found

SELECT count(*) AS rows FROM (SELECT 1 FROM log WHERE address = ? LIMIT 10001) AS found

SELECT count(*) AS rows FROM (SELECT 1 FROM tx WHERE created = ? LIMIT 10001) AS found

SELECT count(*) AS rows FROM (SELECT 1 FROM tx WHERE receiver = ? LIMIT 10001) AS found

SELECT count(*) AS rows FROM (SELECT 1 FROM tx WHERE sender = ? LIMIT 10001) AS found

SELECT count(*) AS rows FROM (SELECT 1 FROM withdrawal WHERE receiver = ? LIMIT 10001) AS found

SELECT count(*) AS sum FROM block

SELECT count(*) AS sum FROM transfer

SELECT creator, tx FROM contract WHERE address = ?

SELECT fetch_state AS state FROM token WHERE address = ?

SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT rowid AS id, name, other FROM name_index WHERE name_index MATCH ?5 LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4
-- PostgreSQL:
SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT id, name, other FROM name_index i WHERE words_of(?5::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?5::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?6::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?6::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?7::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?7::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?8::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?8::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?9::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?9::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?10::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?10::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?11::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?11::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?12::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?12::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4

SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT rowid AS id, name, other FROM name_index WHERE name_index MATCH ?5 LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4
-- PostgreSQL:
SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT id, name, other FROM name_index i WHERE words_of(?5::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?5::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?6::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?6::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?7::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?7::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?8::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?8::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?9::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?9::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4

SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT rowid AS id, name, other FROM name_index WHERE name_index MATCH ?5 LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4
-- PostgreSQL:
SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT id, name, other FROM name_index i WHERE words_of(?5::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?5::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?6::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?6::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?7::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?7::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?8::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?8::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4

SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT rowid AS id, name, other FROM name_index WHERE name_index MATCH ?5 LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4
-- PostgreSQL:
SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT id, name, other FROM name_index i WHERE words_of(?5::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?5::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?6::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?6::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?7::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?7::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4

SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT rowid AS id, name, other FROM name_index WHERE name_index MATCH ?5 LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4
-- PostgreSQL:
SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT id, name, other FROM name_index i WHERE words_of(?5::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?5::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) AND words_of(?6::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?6::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4

SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT rowid AS id, name, other FROM name_index WHERE name_index MATCH ?5 LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4
-- PostgreSQL:
SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind, CASE found.id % 2 WHEN 1 THEN found.name END AS name FROM (SELECT id, name, other FROM name_index i WHERE words_of(?5::text) <> '{}' AND NOT EXISTS (SELECT 1 FROM unnest(words_of(?5::text)) AS typed WHERE NOT EXISTS (SELECT 1 FROM name_word w WHERE w.id = i.id AND w.word >= typed COLLATE "C" AND w.word < (typed || U&'\FFFF') COLLATE "C")) LIMIT ?2) found LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2 ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC, coalesce(token.holders, 0) DESC, found.id LIMIT ?3 OFFSET ?4

SELECT gas_price FROM tx WHERE position >= ? ORDER BY position DESC LIMIT ?

SELECT h.value FROM balance b JOIN balance_history h ON h.balance = b.id WHERE b.token = ? AND b.token_id = ? AND b.holder = ? AND h.block <= ? ORDER BY h.block DESC LIMIT 1

SELECT hash FROM address WHERE id = ?

SELECT hash FROM block WHERE number = ?

SELECT hash FROM tx WHERE position = ?

SELECT hash FROM tx WHERE position >= ? AND position <= ? ORDER BY position

SELECT hash, transactions FROM block WHERE number = ?

SELECT hex(token_id) || ':' || holder || ':' || hex(value) AS text FROM balance WHERE token = ?

SELECT holder, value FROM balance WHERE token = ? AND token_id = ? AND value <> x'00' LIMIT 2
-- PostgreSQL:
SELECT holder, value FROM balance WHERE token = ? AND token_id = ? AND value <> '\x00'::bytea LIMIT 2

SELECT holders, transfers FROM token WHERE address = ?

SELECT id FROM address WHERE hash = ?

SELECT id FROM address WHERE is_contract IS NULL AND NOT EXISTS (SELECT 1 FROM repair WHERE kind = 'contract' AND subject = id) LIMIT ?

SELECT id FROM topic WHERE hash = ?

SELECT id, is_contract FROM address WHERE id >= ? AND is_contract IS NOT NULL ORDER BY id LIMIT ?

SELECT id, token, token_id, holder, type, value FROM balance WHERE holder = ? AND in_list & 4 LIMIT ?
-- PostgreSQL:
SELECT id, token, token_id, holder, type, value FROM balance WHERE holder = ? AND (in_list & 4) <> 0 LIMIT ?

SELECT id, token, token_id, holder, type, value FROM balance WHERE holder = ? AND type = ? AND in_list & 1 AND value <> x'00' AND id < ? ORDER BY id DESC LIMIT ?
-- PostgreSQL:
SELECT id, token, token_id, holder, type, value FROM balance WHERE holder = ? AND type = ? AND (in_list & 1) <> 0 AND value <> '\x00'::bytea AND id < ? ORDER BY id DESC LIMIT ?

SELECT id, token, token_id, holder, type, value FROM balance WHERE holder = ? AND type = ? AND in_list & 2 AND value <> x'00' AND (token, token_id) > (?, ?) ORDER BY token, token_id LIMIT ?
-- PostgreSQL:
SELECT id, token, token_id, holder, type, value FROM balance WHERE holder = ? AND type = ? AND (in_list & 2) <> 0 AND value <> '\x00'::bytea AND (token, token_id) > (?, ?) ORDER BY token, token_id LIMIT ?

SELECT id, token, token_id, holder, type, value FROM balance WHERE id = ?

SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND in_list & 1 AND value <> x'00' AND (value, holder, token_id) < (?, ?, ?) ORDER BY value DESC, holder DESC, token_id DESC LIMIT ?
-- PostgreSQL:
SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND (in_list & 1) <> 0 AND value <> '\x00'::bytea AND (value, holder, token_id) < (?, ?, ?) ORDER BY value DESC, holder DESC, token_id DESC LIMIT ?

SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND in_list & 1 AND value <> x'00' ORDER BY value DESC, holder DESC, token_id DESC LIMIT ?
-- PostgreSQL:
SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND (in_list & 1) <> 0 AND value <> '\x00'::bytea ORDER BY value DESC, holder DESC, token_id DESC LIMIT ?

SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND in_list & 1 AND value = x'00' LIMIT ?
-- PostgreSQL:
SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND (in_list & 1) <> 0 AND value = '\x00'::bytea LIMIT ?

SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND in_list & 4 LIMIT ?
-- PostgreSQL:
SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND (in_list & 4) <> 0 LIMIT ?

SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND token_id = ? AND token_id <> x'' AND value <> x'00' AND (value, holder) < (?, ?) ORDER BY value DESC, holder DESC LIMIT ?
-- PostgreSQL:
SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND token_id = ? AND token_id <> '\x'::bytea AND value <> '\x00'::bytea AND (value, holder) < (?, ?) ORDER BY value DESC, holder DESC LIMIT ?

SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND token_id = ? AND token_id <> x'' AND value <> x'00' ORDER BY value DESC, holder DESC LIMIT ?
-- PostgreSQL:
SELECT id, token, token_id, holder, type, value FROM balance WHERE token = ? AND token_id = ? AND token_id <> '\x'::bytea AND value <> '\x00'::bytea ORDER BY value DESC, holder DESC LIMIT ?

SELECT id, value FROM balance WHERE token = ? AND token_id = ? AND holder = ?

SELECT is_contract FROM address WHERE id = ?

SELECT item FROM repair WHERE kind = 'field' AND subject = ?

SELECT kind, count(*) AS count FROM repair GROUP BY kind

SELECT latest.position, latest.sender, latest.receiver, latest.value, latest.first_log, latest.logs FROM (SELECT * FROM tx ORDER BY position DESC LIMIT ?) AS latest JOIN address ON address.id = latest.receiver WHERE latest.succeeded = 1 AND latest.input = x'' AND latest.value <> x'00' AND latest.sender <> latest.receiver AND address.is_contract = 0 AND NOT EXISTS (SELECT 1 FROM contract WHERE contract.address = latest.receiver) AND NOT EXISTS (SELECT 1 FROM internal WHERE internal.tx = latest.position) ORDER BY latest.position DESC LIMIT ?
-- PostgreSQL:
SELECT latest.position, latest.sender, latest.receiver, latest.value, latest.first_log, latest.logs FROM (SELECT * FROM tx ORDER BY position DESC LIMIT ?) AS latest JOIN address ON address.id = latest.receiver WHERE latest.succeeded = 1 AND latest.input = '\x'::bytea AND latest.value <> '\x00'::bytea AND latest.sender <> latest.receiver AND address.is_contract = 0 AND NOT EXISTS (SELECT 1 FROM contract WHERE contract.address = latest.receiver) AND NOT EXISTS (SELECT 1 FROM internal WHERE internal.tx = latest.position) ORDER BY latest.position DESC LIMIT ?

SELECT length(l.topics) AS bytes FROM token t JOIN log l ON l.position = t.first_log WHERE t.address = ?

SELECT link FROM instance WHERE token = ? AND token_id = ? AND fetch_state = 2

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE (log, item) < (?, ?) ORDER BY log DESC, item DESC LIMIT 100

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE (log, item) < (?, ?) ORDER BY log DESC, item DESC LIMIT ?

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE (log, item) > (?, ?) AND log >= ? AND log < ? AND type IN (?) ORDER BY log, item LIMIT ?

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE (log, item) > (?, ?) AND log >= ? AND log < ? AND type IN (?, ?, ?, ?) ORDER BY log, item LIMIT ?

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE (log, item) > (?, ?) AND log >= ? AND log < ? AND type IN (NULL) ORDER BY log, item LIMIT ?

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE log >= ? AND log < ? ORDER BY log, item LIMIT ?

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ? AND (log, item) < (?, ?) ORDER BY log DESC, item DESC LIMIT 100

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND type = ?5 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND type = ?6 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND type = ?7 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND type = ?8 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4
-- PostgreSQL:
(SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND type = ?5 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND type = ?6 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND type = ?7 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND type = ?8 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) ORDER BY log DESC, item DESC LIMIT ?4

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ? AND (log, item) < (?, ?) ORDER BY log DESC, item DESC LIMIT 100

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND token = ?5 AND +type IN (?6, ?7, ?8, ?9) AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND token = ?5 AND +type IN (?6, ?7, ?8, ?9) AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4
-- PostgreSQL:
(SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND token = ?5 AND type IN (?6, ?7, ?8, ?9) AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND token = ?5 AND type IN (?6, ?7, ?8, ?9) AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) ORDER BY log DESC, item DESC LIMIT ?4

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?5 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND type = ?5 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4
-- PostgreSQL:
(SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?5 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND type = ?5 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) ORDER BY log DESC, item DESC LIMIT ?4

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?5 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?6 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?7 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?8 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4
-- PostgreSQL:
(SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?5 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?6 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?7 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?8 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) ORDER BY log DESC, item DESC LIMIT ?4

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?5 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?6 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?7 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?8 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND type = ?5 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND type = ?6 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND type = ?7 AND (log, item) < (?2, ?3) UNION ALL SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND type = ?8 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4
-- PostgreSQL:
(SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?5 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?6 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?7 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE sender = ?1 AND type = ?8 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND type = ?5 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND type = ?6 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND type = ?7 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) UNION ALL (SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND type = ?8 AND (log, item) < (?2, ?3) ORDER BY log DESC, item DESC LIMIT ?4) ORDER BY log DESC, item DESC LIMIT ?4

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE token = ? AND (log, item) < (?, ?) ORDER BY log DESC, item DESC LIMIT 100

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE token = ? AND (log, item) < (?, ?) ORDER BY log DESC, item DESC LIMIT ?

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE token = ? AND token_id = ? AND (log, item) < (?, ?) ORDER BY log DESC, item DESC LIMIT ?

SELECT log, item, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE type = ? AND (log, item) < (?, ?) ORDER BY log DESC, item DESC LIMIT ?

SELECT log, sender, receiver, token_id, value FROM transfer WHERE token = ? AND type = ? ORDER BY log, item

SELECT log, tx, depositary, sender, receiver, value FROM deposit WHERE depositary = ? ORDER BY log

SELECT log, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE log >= ? AND log < ? ORDER BY log, item

SELECT max(id) AS count FROM address

SELECT max(id) AS id FROM address

SELECT max(id) AS id FROM balance

SELECT max(id) AS id FROM topic

SELECT metadata, fetch_state FROM instance WHERE token = ? AND token_id = ?

SELECT min(next) AS next FROM repair WHERE kind = ?

SELECT min(subject) AS first FROM repair WHERE kind = ?

SELECT min(token) AS next FROM balance WHERE holder = ? AND type = ? AND in_list & 2 AND value <> x'00' AND token > ?
-- PostgreSQL:
SELECT min(token) AS next FROM balance WHERE holder = ? AND type = ? AND (in_list & 2) <> 0 AND value <> '\x00'::bytea AND token > ?

SELECT miner FROM block ORDER BY number DESC LIMIT 1

SELECT miner FROM block WHERE number = ?

SELECT miner, base_fee, gas_price, CAST(tx.gas_used AS TEXT) AS gas_used, fee_token FROM tx JOIN block b ON b.number = ? WHERE position = ?

SELECT mints FROM depositary WHERE address = ?

SELECT name FROM contract_name WHERE address = ?

SELECT name FROM token WHERE address = ?

SELECT number FROM block ORDER BY number LIMIT 1

SELECT number, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(parent_hash)) AS parent_hash, timestamp, traced FROM block WHERE number IN (SELECT value FROM json_each(?)) ORDER BY number DESC
-- PostgreSQL:
SELECT number, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(parent_hash)) AS parent_hash, timestamp, traced FROM block WHERE number IN (SELECT value::bigint FROM json_array_elements_text(?::json)) ORDER BY number DESC

SELECT number, hash FROM block WHERE number IN (SELECT value FROM json_each(?))
-- PostgreSQL:
SELECT number, hash FROM block WHERE number IN (SELECT value::bigint FROM json_array_elements_text(?::json))

SELECT number, hash, parent_hash, timestamp, miner, gas_limit, CAST(gas_used AS TEXT) AS gas_used, base_fee, difficulty, total_difficulty, nonce, state_root, extra_data, size, uncles, transactions, withdrawals, fees FROM block WHERE hash = ?

SELECT number, hash, parent_hash, timestamp, miner, gas_limit, CAST(gas_used AS TEXT) AS gas_used, base_fee, difficulty, total_difficulty, nonce, state_root, extra_data, size, uncles, transactions, withdrawals, fees FROM block WHERE miner = ? AND number < ? ORDER BY number DESC LIMIT ?

SELECT number, hash, parent_hash, timestamp, miner, gas_limit, CAST(gas_used AS TEXT) AS gas_used, base_fee, difficulty, total_difficulty, nonce, state_root, extra_data, size, uncles, transactions, withdrawals, fees FROM block WHERE number < ? ORDER BY number DESC LIMIT ?

SELECT number, hash, parent_hash, timestamp, miner, gas_limit, CAST(gas_used AS TEXT) AS gas_used, base_fee, difficulty, total_difficulty, nonce, state_root, extra_data, size, uncles, transactions, withdrawals, fees FROM block WHERE number = ?

SELECT number, hash, timestamp FROM block ORDER BY number DESC LIMIT 1

SELECT number, hash, timestamp, base_fee, traced, (SELECT count(*) FROM repair WHERE kind = 'field' AND subject = number) AS odd FROM block WHERE number = ?

SELECT number, hash, timestamp, base_fee, traced, (SELECT count(*) FROM repair WHERE kind = 'field' AND subject = number) AS odd FROM block WHERE number IN (SELECT value FROM json_each(?))
-- PostgreSQL:
SELECT number, hash, timestamp, base_fee, traced, (SELECT count(*) FROM repair WHERE kind = 'field' AND subject = number) AS odd FROM block WHERE number IN (SELECT value::bigint FROM json_array_elements_text(?::json))

SELECT number, hex(fees) AS fees, coalesce(hex(base_fee), '') AS base_fee, CAST(gas_used AS TEXT) AS gas_used FROM block WHERE miner = ? AND transactions > 0 AND number >= ? AND number <= ?

SELECT number, timestamp, CAST(gas_used AS TEXT) AS gas_used, gas_limit FROM block ORDER BY number DESC LIMIT ?

SELECT number, transactions FROM block WHERE traced = 0 AND NOT EXISTS (SELECT 1 FROM repair WHERE kind = 'frames' AND subject = number) ORDER BY number DESC LIMIT ?

SELECT parent_hash FROM block WHERE number = ?

SELECT position FROM log WHERE address = ? AND substr(topics, 1, 32) = ? AND position < ? ORDER BY position DESC LIMIT ?

SELECT position FROM log WHERE address = ? AND substr(topics, 33, 32) = ? AND position < ? ORDER BY position DESC LIMIT ?

SELECT position FROM log WHERE address = ? AND substr(topics, 65, 32) = ? AND position < ? ORDER BY position DESC LIMIT ?

SELECT position FROM log WHERE address = ? AND topic = (SELECT id FROM topic WHERE hash = ?) AND position < ? ORDER BY position DESC LIMIT ?

SELECT position FROM tx WHERE type = 4 AND position >= ? AND position < ? ORDER BY position DESC LIMIT ?

SELECT position, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(substr(input, 1, 4))) AS selector, receiver FROM tx WHERE position = ?

SELECT position, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(substr(input, 1, 4))) AS selector, receiver FROM tx WHERE position IN (SELECT value FROM json_each(?))
-- PostgreSQL:
SELECT position, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(substr(input, 1, 4))) AS selector, receiver FROM tx WHERE position IN (SELECT value::bigint FROM json_array_elements_text(?::json))

SELECT position, '0x' || lower(hex(hash)) AS hash, sender, receiver, first_log, logs FROM tx WHERE position >= ?1 AND position < ?2 AND first_log <= ?3 AND first_log + logs > ?3 LIMIT 1

SELECT position, address, t.hash AS first, topics, data FROM log LEFT JOIN topic t ON t.id = log.topic WHERE address = ? AND +topic = (SELECT id FROM topic WHERE hash = ?) AND substr(topics, 33, 32) = ? AND position < ? ORDER BY position DESC LIMIT ?
-- PostgreSQL:
SELECT position, address, t.hash AS first, topics, data FROM log LEFT JOIN topic t ON t.id = log.topic WHERE address = ? AND topic = (SELECT id FROM topic WHERE hash = ?) AND substr(topics, 33, 32) = ? AND position < ? ORDER BY position DESC LIMIT ?

SELECT position, address, t.hash AS first, topics, data FROM log LEFT JOIN topic t ON t.id = log.topic WHERE address = ? AND +topic = (SELECT id FROM topic WHERE hash = ?) AND substr(topics, 65, 32) = ? AND position < ? ORDER BY position DESC LIMIT ?
-- PostgreSQL:
SELECT position, address, t.hash AS first, topics, data FROM log LEFT JOIN topic t ON t.id = log.topic WHERE address = ? AND topic = (SELECT id FROM topic WHERE hash = ?) AND substr(topics, 65, 32) = ? AND position < ? ORDER BY position DESC LIMIT ?

SELECT position, address, t.hash AS first, topics, data FROM log LEFT JOIN topic t ON t.id = log.topic WHERE address = ? AND position < ? ORDER BY position DESC LIMIT ?

SELECT position, address, t.hash AS first, topics, data FROM log LEFT JOIN topic t ON t.id = log.topic WHERE position = ?

SELECT position, address, t.hash AS first, topics, data FROM log LEFT JOIN topic t ON t.id = log.topic WHERE position >= ? AND position < ? ORDER BY position LIMIT ?

SELECT position, b.traced FROM (SELECT position FROM tx WHERE receiver = ? ORDER BY position DESC LIMIT ?) AS newest JOIN block b ON b.number = position >> 20

SELECT position, b.traced FROM (SELECT position FROM tx WHERE sender = ? ORDER BY position DESC LIMIT ?) AS newest JOIN block b ON b.number = position >> 20

SELECT position, hash, sender, receiver, created, value, CASE WHEN gas_used > 9007199254740991 THEN 9007199254740991 ELSE gas_used END AS gas_used, succeeded, logs FROM tx WHERE position >= ? AND position < ? ORDER BY position

SELECT position, nullif(substr(input, 1, 4), x'') AS selector, receiver FROM tx WHERE position IN (SELECT value FROM json_each(?))
-- PostgreSQL:
SELECT position, nullif(substr(input, 1, 4), '\x'::bytea) AS selector, receiver FROM tx WHERE position IN (SELECT value::bigint FROM json_array_elements_text(?::json))

SELECT position, sender, receiver, created, hex(value) AS value, hex(fee) AS fee, fee_token, nullif(hex(minted), '') AS minted, succeeded FROM tx WHERE position IN (?) ORDER BY position

SELECT position, sender, receiver, created, hex(value) AS value, hex(fee) AS fee, fee_token, nullif(hex(minted), '') AS minted, succeeded FROM tx WHERE position IN (SELECT position FROM tx WHERE sender = ?1 AND position >= ?2 AND position < ?3 UNION SELECT position FROM tx WHERE receiver = ?1 AND value <> x'00' AND position >= ?2 AND position < ?3 UNION SELECT position FROM tx WHERE created = ?1 AND value <> x'00' AND position >= ?2 AND position < ?3 UNION SELECT tx FROM internal WHERE sender = ?1 AND value <> x'00' AND tx >= ?2 AND tx < ?3 UNION SELECT tx FROM internal WHERE receiver = ?1 AND value <> x'00' AND tx >= ?2 AND tx < ?3 UNION SELECT tx FROM internal WHERE created = ?1 AND value <> x'00' AND tx >= ?2 AND tx < ?3) ORDER BY position
-- PostgreSQL:
SELECT position, sender, receiver, created, hex(value) AS value, hex(fee) AS fee, fee_token, nullif(hex(minted), '') AS minted, succeeded FROM tx WHERE position IN (SELECT position FROM tx WHERE sender = ?1 AND position >= ?2 AND position < ?3 UNION SELECT position FROM tx WHERE receiver = ?1 AND value <> '\x00'::bytea AND position >= ?2 AND position < ?3 UNION SELECT position FROM tx WHERE created = ?1 AND value <> '\x00'::bytea AND position >= ?2 AND position < ?3 UNION SELECT tx FROM internal WHERE sender = ?1 AND value <> '\x00'::bytea AND tx >= ?2 AND tx < ?3 UNION SELECT tx FROM internal WHERE receiver = ?1 AND value <> '\x00'::bytea AND tx >= ?2 AND tx < ?3 UNION SELECT tx FROM internal WHERE created = ?1 AND value <> '\x00'::bytea AND tx >= ?2 AND tx < ?3) ORDER BY position

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE position < ? ORDER BY position DESC LIMIT ?

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE position = ?

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE position >= ? AND position < ? ORDER BY position LIMIT ?

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE receiver = ?1 AND position < ?2 UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND position < ?2 ORDER BY position DESC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE receiver = ?1 AND position < ?2 ORDER BY position DESC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND position < ?2 ORDER BY position DESC LIMIT ?3) ORDER BY position DESC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE receiver = ?1 AND position > ?2 UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND position > ?2 ORDER BY position ASC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE receiver = ?1 AND position > ?2 ORDER BY position ASC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND position > ?2 ORDER BY position ASC LIMIT ?3) ORDER BY position ASC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE sender = ?1 AND position < ?2 ORDER BY position DESC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE sender = ?1 AND position < ?2 UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND position < ?2 UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND position < ?2 ORDER BY position DESC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE sender = ?1 AND position < ?2 ORDER BY position DESC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND position < ?2 ORDER BY position DESC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND position < ?2 ORDER BY position DESC LIMIT ?3) ORDER BY position DESC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE sender = ?1 AND position > ?2 ORDER BY position ASC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE sender = ?1 AND position > ?2 UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND position > ?2 UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND position > ?2 ORDER BY position ASC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE sender = ?1 AND position > ?2 ORDER BY position ASC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND position > ?2 ORDER BY position ASC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND position > ?2 ORDER BY position ASC LIMIT ?3) ORDER BY position ASC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert FROM tx WHERE substr(hash, 1, 8) = ? AND hash = ?

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE receiver = ?1 AND (fee, position) < (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND (fee, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE receiver = ?1 AND (fee, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND (fee, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3) ORDER BY amount DESC, position DESC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE receiver = ?1 AND (fee, position) > (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND (fee, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE receiver = ?1 AND (fee, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND (fee, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3) ORDER BY amount ASC, position ASC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE sender = ?1 AND (fee, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE sender = ?1 AND (fee, position) < (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND (fee, position) < (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND (fee, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE sender = ?1 AND (fee, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND (fee, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND (fee, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3) ORDER BY amount DESC, position DESC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE sender = ?1 AND (fee, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE sender = ?1 AND (fee, position) > (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND (fee, position) > (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND (fee, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE sender = ?1 AND (fee, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND (fee, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, fee AS amount FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND (fee, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3) ORDER BY amount ASC, position ASC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE receiver = ?1 AND (value, position) < (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND (value, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE receiver = ?1 AND (value, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND (value, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3) ORDER BY amount DESC, position DESC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE receiver = ?1 AND (value, position) > (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND (value, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE receiver = ?1 AND (value, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND (value, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3) ORDER BY amount ASC, position ASC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE sender = ?1 AND (value, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE sender = ?1 AND (value, position) < (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND (value, position) < (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND (value, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE sender = ?1 AND (value, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND (value, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND (value, position) < (?4, ?2) ORDER BY amount DESC, position DESC LIMIT ?3) ORDER BY amount DESC, position DESC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE sender = ?1 AND (value, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3

SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE sender = ?1 AND (value, position) > (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND (value, position) > (?4, ?2) UNION ALL SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND (value, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3
-- PostgreSQL:
(SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE sender = ?1 AND (value, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND (value, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3) UNION ALL (SELECT position, sender, receiver, created, type, succeeded, first_log, logs, transfers, fee_token, failure, inner_failure, nullif(hex(value), '') AS value, nullif(hex(gas_limit), '') AS gas_limit, nullif(hex(gas_price), '') AS gas_price, nullif(hex(fee), '') AS fee, nullif(hex(max_fee), '') AS max_fee, nullif(hex(max_tip), '') AS max_tip, nullif(hex(minted), '') AS minted, CAST(nonce AS TEXT) AS nonce, CAST(gas_used AS TEXT) AS gas_used, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(input)) AS input, CASE WHEN revert IS NOT NULL THEN '0x' || lower(hex(revert)) END AS revert, value AS amount FROM tx WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND (value, position) > (?4, ?2) ORDER BY amount ASC, position ASC LIMIT ?3) ORDER BY amount ASC, position ASC LIMIT ?3

SELECT position, sender, receiver, value, nullif(substr(input, 1, 4), x'') AS selector FROM tx WHERE position < ? ORDER BY position DESC LIMIT 100
-- PostgreSQL:
SELECT position, sender, receiver, value, nullif(substr(input, 1, 4), '\x'::bytea) AS selector FROM tx WHERE position < ? ORDER BY position DESC LIMIT 100

SELECT position, sender, receiver, value, nullif(substr(input, 1, 4), x'') AS selector FROM tx WHERE receiver = ? AND position < ? ORDER BY position DESC LIMIT 100
-- PostgreSQL:
SELECT position, sender, receiver, value, nullif(substr(input, 1, 4), '\x'::bytea) AS selector FROM tx WHERE receiver = ? AND position < ? ORDER BY position DESC LIMIT 100

SELECT position, sender, receiver, value, nullif(substr(input, 1, 4), x'') AS selector FROM tx WHERE sender = ? AND position < ? ORDER BY position DESC LIMIT 100
-- PostgreSQL:
SELECT position, sender, receiver, value, nullif(substr(input, 1, 4), '\x'::bytea) AS selector FROM tx WHERE sender = ? AND position < ? ORDER BY position DESC LIMIT 100

SELECT position, transfers, succeeded, created FROM tx WHERE position >= ? AND position < ?

SELECT sender, receiver FROM tx ORDER BY position DESC LIMIT 1

SELECT sender, receiver, created, CAST(gas_used AS TEXT) AS gas FROM tx WHERE position >= ? AND position < ?

SELECT subject, item FROM repair WHERE kind = ? AND (next <= ? OR next > ?) ORDER BY next, subject, item LIMIT ?

SELECT sum(transactions) AS count FROM block WHERE number IN (SELECT number FROM block WHERE traced = 2 ORDER BY number DESC LIMIT ?)

SELECT sum(transactions) AS sum FROM block

SELECT sum(transactions) AS sum FROM block WHERE traced = 1

SELECT sum(transactions) AS sum FROM block WHERE traced = 2

SELECT t.address, t.type, t.name, t.symbol, t.decimals, t.supply, t.holders, t.fetch_state FROM token t WHERE t.address = ?

SELECT t.address, t.type, t.name, t.symbol, t.decimals, t.supply, t.holders, t.fetch_state, a.token AS asked FROM token t LEFT JOIN asked_token a ON a.token = t.address WHERE t.address IN (SELECT value FROM json_each(?))
-- PostgreSQL:
SELECT t.address, t.type, t.name, t.symbol, t.decimals, t.supply, t.holders, t.fetch_state, a.token AS asked FROM token t LEFT JOIN asked_token a ON a.token = t.address WHERE t.address IN (SELECT value::bigint FROM json_array_elements_text(?::json))

SELECT timestamp FROM block WHERE number = ?

SELECT token FROM transfer ORDER BY log DESC LIMIT 200

SELECT token FROM transfer WHERE log >= ? AND log < ? AND type = 'ERC-20' AND sender = ? AND receiver = ? AND value = ?

SELECT token, token_id AS "tokenId" FROM instance WHERE fetch_state = 1 AND metadata IS NULL ORDER BY token, token_id LIMIT ? OFFSET ?

SELECT token, token_id FROM instance WHERE fetch_state = 0 AND NOT EXISTS (SELECT 1 FROM repair WHERE kind = 'nft' AND subject = token AND repair.item = token_id) LIMIT ?

SELECT token_id FROM balance WHERE holder = ? AND type = ? AND in_list & 2 AND value <> x'00' AND token = ? AND token_id < ? ORDER BY token_id DESC LIMIT ?
-- PostgreSQL:
SELECT token_id FROM balance WHERE holder = ? AND type = ? AND (in_list & 2) <> 0 AND value <> '\x00'::bytea AND token = ? AND token_id < ? ORDER BY token_id DESC LIMIT ?

SELECT token_id FROM balance WHERE holder = ? AND type = ? AND in_list & 2 AND value <> x'00' AND token = ? ORDER BY token_id LIMIT ?
-- PostgreSQL:
SELECT token_id FROM balance WHERE holder = ? AND type = ? AND (in_list & 2) <> 0 AND value <> '\x00'::bytea AND token = ? ORDER BY token_id LIMIT ?

SELECT token_id FROM instance WHERE token = ? AND token_id < ? ORDER BY token_id DESC LIMIT ?

SELECT traced FROM block WHERE number = ?

SELECT traced FROM block WHERE number = ? AND hash = ?

SELECT transactions FROM block WHERE number = ?

SELECT transactions, fees FROM block WHERE number >= ? ORDER BY number DESC LIMIT ?

SELECT transactions, transfers, CAST(gas_used AS TEXT) AS gas_used, blocks FROM address WHERE id = ?

SELECT tries FROM repair WHERE kind = ? AND subject = ? AND item = ?

SELECT tx, depth, type, sender, receiver, created, hex(value) AS value, error FROM internal WHERE tx IN (?) AND depth > 0 ORDER BY tx, position

SELECT tx, depth, type, sender, receiver, created, hex(value) AS value, error FROM internal WHERE tx IN (SELECT position FROM tx WHERE sender = ?1 AND position >= ?2 AND position < ?3 UNION SELECT position FROM tx WHERE receiver = ?1 AND value <> x'00' AND position >= ?2 AND position < ?3 UNION SELECT position FROM tx WHERE created = ?1 AND value <> x'00' AND position >= ?2 AND position < ?3 UNION SELECT tx FROM internal WHERE sender = ?1 AND value <> x'00' AND tx >= ?2 AND tx < ?3 UNION SELECT tx FROM internal WHERE receiver = ?1 AND value <> x'00' AND tx >= ?2 AND tx < ?3 UNION SELECT tx FROM internal WHERE created = ?1 AND value <> x'00' AND tx >= ?2 AND tx < ?3) AND depth > 0 ORDER BY tx, position
-- PostgreSQL:
SELECT tx, depth, type, sender, receiver, created, hex(value) AS value, error FROM internal WHERE tx IN (SELECT position FROM tx WHERE sender = ?1 AND position >= ?2 AND position < ?3 UNION SELECT position FROM tx WHERE receiver = ?1 AND value <> '\x00'::bytea AND position >= ?2 AND position < ?3 UNION SELECT position FROM tx WHERE created = ?1 AND value <> '\x00'::bytea AND position >= ?2 AND position < ?3 UNION SELECT tx FROM internal WHERE sender = ?1 AND value <> '\x00'::bytea AND tx >= ?2 AND tx < ?3 UNION SELECT tx FROM internal WHERE receiver = ?1 AND value <> '\x00'::bytea AND tx >= ?2 AND tx < ?3 UNION SELECT tx FROM internal WHERE created = ?1 AND value <> '\x00'::bytea AND tx >= ?2 AND tx < ?3) AND depth > 0 ORDER BY tx, position

SELECT tx, item FROM delegation WHERE tx >= ? AND tx < ?

SELECT tx, item, authority, delegate, chain, nonce FROM delegation WHERE authority = ? AND (tx, item) < (?, ?) ORDER BY tx DESC, item DESC LIMIT ?

SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE (tx, position) < (?, ?) ORDER BY tx DESC, position DESC LIMIT 100

SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE (tx, position) > (?, ?) AND tx < ? ORDER BY tx, position LIMIT ?

SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE receiver = ? AND (tx, position) < (?, ?) ORDER BY tx DESC, position DESC LIMIT 100

SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE receiver = ?1 AND (tx, position) < (?2, ?3) UNION ALL SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4
-- PostgreSQL:
(SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE receiver = ?1 AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4) UNION ALL (SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE created = ?1 AND receiver IS DISTINCT FROM ?1 AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4) ORDER BY tx DESC, position DESC LIMIT ?4

SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE sender = ? AND (tx, position) < (?, ?) ORDER BY tx DESC, position DESC LIMIT 100

SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE sender = ?1 AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4

SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE sender = ?1 AND (tx, position) < (?2, ?3) UNION ALL SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND (tx, position) < (?2, ?3) UNION ALL SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4
-- PostgreSQL:
(SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE sender = ?1 AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4) UNION ALL (SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4) UNION ALL (SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4) ORDER BY tx DESC, position DESC LIMIT ?4

SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE sender = ?1 AND value <> x'00' AND (tx, position) < (?2, ?3) UNION ALL SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND value <> x'00' AND (tx, position) < (?2, ?3) UNION ALL SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND value <> x'00' AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4
-- PostgreSQL:
(SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE sender = ?1 AND value <> '\x00'::bytea AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4) UNION ALL (SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE receiver = ?1 AND sender IS DISTINCT FROM ?1 AND value <> '\x00'::bytea AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4) UNION ALL (SELECT tx, position, type, sender, receiver, created, value, gas, error FROM internal WHERE created = ?1 AND sender IS DISTINCT FROM ?1 AND receiver IS DISTINCT FROM ?1 AND value <> '\x00'::bytea AND (tx, position) < (?2, ?3) ORDER BY tx DESC, position DESC LIMIT ?4) ORDER BY tx DESC, position DESC LIMIT ?4

SELECT type, name, symbol, decimals, coalesce(hex(supply), '') AS supply FROM token WHERE address = ?

SELECT type, transfers, first_log FROM token WHERE address = ?

SELECT value FROM balance WHERE token = ? AND in_list & 1 AND value <> x'00' LIMIT ?
-- PostgreSQL:
SELECT value FROM balance WHERE token = ? AND (in_list & 1) <> 0 AND value <> '\x00'::bytea LIMIT ?

SELECT value FROM balance WHERE token = ? AND token_id = ? AND holder = ?

SELECT value FROM meta WHERE name = ?

UPDATE address SET blocks = mined FROM (SELECT miner, count(*) AS mined FROM block GROUP BY miner) AS counted WHERE id = miner AND blocks <> mined

UPDATE address SET is_contract = 1 WHERE id IN (SELECT value FROM json_each(?))
-- PostgreSQL:
UPDATE address SET is_contract = 1 WHERE id IN (SELECT value::bigint FROM json_array_elements_text(?::json))

UPDATE address SET is_contract = ? WHERE id = ? AND is_contract IS NULL

UPDATE address SET is_contract = NULL WHERE id = ?

UPDATE address SET is_contract = NULL WHERE id IN ( SELECT address FROM contract WHERE tx >= ?1 UNION SELECT address FROM log WHERE position >= ?1 UNION SELECT sender FROM internal WHERE tx >= ?1 AND type = 'selfdestruct' UNION SELECT authority FROM delegation WHERE tx >= ?1 UNION SELECT sender FROM tx WHERE position >= ?1 AND type = 4 UNION SELECT receiver FROM tx WHERE position >= ?1 AND type = 4)

UPDATE address SET transactions = max(0, transactions - less_transactions), transfers = max(0, transfers - less_transfers), gas_used = max(0, gas_used - less_gas_used), blocks = max(0, blocks - less_blocks) FROM (SELECT party, sum(txs) AS less_transactions, sum(moves) AS less_transfers, CASE WHEN sum(gas / 4294967296) + sum(gas % 4294967296) / 4294967296 >= 2147483648 THEN 9223372036854775807 ELSE CAST(sum(gas / 4294967296) AS BIGINT) * 4294967296 + CAST(sum(gas % 4294967296) AS BIGINT) END AS less_gas_used, sum(mined) AS less_blocks FROM ( SELECT party, 1 AS txs, 0 AS moves, 0 AS gas, 0 AS mined FROM ( SELECT position, sender AS party FROM tx WHERE position >= ?1 UNION SELECT position, receiver FROM tx WHERE position >= ?1 AND receiver IS NOT NULL UNION SELECT position, created FROM tx WHERE position >= ?1 AND created IS NOT NULL) AS tx_party UNION ALL SELECT sender, 0, 0, gas_used, 0 FROM tx WHERE position >= ?1 UNION ALL SELECT party, 0, 1, 0, 0 FROM ( SELECT log, item, sender AS party FROM transfer WHERE log >= ?1 UNION SELECT log, item, receiver FROM transfer WHERE log >= ?1) AS transfer_party UNION ALL SELECT miner, 0, 0, 0, 1 FROM block WHERE number > ?2) AS part GROUP BY party) AS undone WHERE id = party
-- PostgreSQL:
UPDATE address SET transactions = greatest(0, transactions - less_transactions), transfers = greatest(0, transfers - less_transfers), gas_used = greatest(0, gas_used - less_gas_used), blocks = greatest(0, blocks - less_blocks) FROM (SELECT party, sum(txs) AS less_transactions, sum(moves) AS less_transfers, CASE WHEN sum(gas / 4294967296) + sum(gas % 4294967296) / 4294967296 >= 2147483648 THEN 9223372036854775807 ELSE CAST(sum(gas / 4294967296) AS BIGINT) * 4294967296 + CAST(sum(gas % 4294967296) AS BIGINT) END AS less_gas_used, sum(mined) AS less_blocks FROM ( SELECT party, 1 AS txs, 0 AS moves, 0 AS gas, 0 AS mined FROM ( SELECT position, sender AS party FROM tx WHERE position >= ?1 UNION SELECT position, receiver FROM tx WHERE position >= ?1 AND receiver IS NOT NULL UNION SELECT position, created FROM tx WHERE position >= ?1 AND created IS NOT NULL) AS tx_party UNION ALL SELECT sender, 0, 0, gas_used, 0 FROM tx WHERE position >= ?1 UNION ALL SELECT party, 0, 1, 0, 0 FROM ( SELECT log, item, sender AS party FROM transfer WHERE log >= ?1 UNION SELECT log, item, receiver FROM transfer WHERE log >= ?1) AS transfer_party UNION ALL SELECT miner, 0, 0, 0, 1 FROM block WHERE number > ?2) AS part GROUP BY party) AS undone WHERE id = party

UPDATE address SET transactions = transactions + ?1, transfers = transfers + ?2, gas_used = gas_used + min(?3, 9223372036854775807 - gas_used), blocks = blocks + ?4 WHERE id = ?5
-- PostgreSQL:
UPDATE address SET transactions = transactions + given_transactions, transfers = transfers + given_transfers, gas_used = gas_used + least(given_gas_used, 9223372036854775807 - gas_used), blocks = blocks + given_blocks FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) AS given(given_transactions, given_transfers, given_gas_used, given_blocks, given_id) WHERE address.id = given_id

UPDATE address SET transfers = transfers + 1 WHERE id IN (?, ?)

UPDATE balance AS b SET (value, changed) = ( SELECT value, block FROM balance_history h WHERE h.balance = b.id ORDER BY block DESC LIMIT 1) WHERE TRUE AND id IN (SELECT value FROM json_each(?))
-- PostgreSQL:
UPDATE balance AS b SET (value, changed) = ( SELECT value, block FROM balance_history h WHERE h.balance = b.id ORDER BY block DESC LIMIT 1) WHERE TRUE AND id IN (SELECT value::bigint FROM json_array_elements_text(?::json))

UPDATE balance SET in_list = in_list & 3 WHERE id = ? AND in_list & 4
-- PostgreSQL:
UPDATE balance SET in_list = in_list & 3 WHERE id = ? AND (in_list & 4) <> 0

UPDATE balance SET type = ?, in_list = CASE WHEN token_id = x'' THEN 1 ELSE 2 END WHERE token = ?
-- PostgreSQL:
UPDATE balance SET type = ?, in_list = CASE WHEN token_id = '\x'::bytea THEN 1 ELSE 2 END WHERE token = ?

UPDATE balance SET value = ?1, changed = ?2, in_list = in_list | ?3 WHERE id = ?4
-- PostgreSQL:
UPDATE balance SET value = given_value, changed = given_changed, in_list = in_list | given_in_list FROM unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::bigint[]) AS given(given_value, given_changed, given_in_list, given_id) WHERE balance.id = given_id

UPDATE block SET traced = 0 WHERE number = ?

UPDATE block SET traced = 0 WHERE number IN (SELECT number FROM block WHERE traced = 2 ORDER BY number DESC LIMIT ?)

UPDATE block SET traced = 1 WHERE number = ?

UPDATE block SET traced = 2 WHERE number = ?

UPDATE depositary SET first_log = ?1 WHERE first_log >= ?2 AND address IN (SELECT depositary FROM deposit WHERE log >= ?1 AND log < ?2)

UPDATE depositary SET mints = ? WHERE address = ?

UPDATE instance SET fetch_state = 1, metadata = ? WHERE token = ? AND token_id = ? AND link = ?

UPDATE instance SET fetch_state = ?, link = ?, metadata = ? WHERE token = ? AND token_id = ?

UPDATE instance SET first_log = ?1 WHERE first_log >= ?2 AND (token, token_id) IN (SELECT token, token_id FROM transfer WHERE log >= ?1 AND log < ?2)

UPDATE repair SET next = 0

UPDATE repair SET tries = tries + 1, next = ? WHERE kind = ? AND subject = ? AND item = ?

UPDATE token SET decimals = ? WHERE address = ? AND TRUE

UPDATE token SET decimals = ? WHERE address = ? AND fetch_state <> 1

UPDATE token SET fetch_state = 1 WHERE address = ?

UPDATE token SET fetch_state = 2 WHERE fetch_state = 1 AND address IN ( SELECT receiver FROM tx WHERE position >= ?1 UNION SELECT receiver FROM internal WHERE tx >= ?1 UNION SELECT address FROM log WHERE position >= ?1)

UPDATE token SET fetch_state = 2 WHERE fetch_state = 1 AND address IN (SELECT value FROM json_each(?))
-- PostgreSQL:
UPDATE token SET fetch_state = 2 WHERE fetch_state = 1 AND address IN (SELECT value::bigint FROM json_array_elements_text(?::json))

UPDATE token SET first_log = ?1 WHERE address = ?2 AND first_log > ?1

UPDATE token SET first_log = ?1 WHERE first_log >= ?2 AND address IN (SELECT token FROM transfer WHERE log >= ?1 AND log < ?2)

UPDATE token SET holders = 0 WHERE address = ?

UPDATE token SET holders = holders + ?1, transfers = transfers + ?2 WHERE address = ?3
-- PostgreSQL:
UPDATE token SET holders = holders + given_holders, transfers = transfers + given_transfers FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS given(given_holders, given_transfers, given_address) WHERE token.address = given_address

UPDATE token SET holders = holders + counted FROM ( SELECT token, count(*) AS counted FROM balance WHERE id IN (SELECT value FROM json_each(?)) AND token_id = x'' AND value <> x'00' GROUP BY token ) AS held_now WHERE address = held_now.token
-- PostgreSQL:
UPDATE token SET holders = holders + counted FROM ( SELECT token, count(*) AS counted FROM balance WHERE id IN (SELECT value::bigint FROM json_array_elements_text(?::json)) AND token_id = '\x'::bytea AND value <> '\x00'::bytea GROUP BY token ) AS held_now WHERE address = held_now.token

UPDATE token SET holders = holders - counted FROM ( SELECT token, count(*) AS counted FROM balance WHERE id IN (SELECT value FROM json_each(?)) AND token_id = x'' AND value <> x'00' GROUP BY token ) AS held_now WHERE address = held_now.token
-- PostgreSQL:
UPDATE token SET holders = holders - counted FROM ( SELECT token, count(*) AS counted FROM balance WHERE id IN (SELECT value::bigint FROM json_array_elements_text(?::json)) AND token_id = '\x'::bytea AND value <> '\x00'::bytea GROUP BY token ) AS held_now WHERE address = held_now.token

UPDATE token SET name = ? WHERE address = ? AND TRUE

UPDATE token SET name = ? WHERE address = ? AND fetch_state <> 1

UPDATE token SET name = ?, symbol = ?, holders = ? WHERE address = ?

UPDATE token SET supply = ? WHERE address = ? AND TRUE

UPDATE token SET supply = ? WHERE address = ? AND fetch_state <> 1

UPDATE token SET symbol = ? WHERE address = ? AND TRUE

UPDATE token SET symbol = ? WHERE address = ? AND fetch_state <> 1

UPDATE token SET transfers = (SELECT count(*) FROM transfer t WHERE t.token = token.address) WHERE transfers <> (SELECT count(*) FROM transfer t WHERE t.token = token.address)

UPDATE token SET transfers = transfers - undone, fetch_state = 0 FROM ( SELECT token, count(*) AS undone FROM transfer WHERE log >= ?1 GROUP BY token) AS moved WHERE address = moved.token

UPDATE token SET type = 'ERC-20' WHERE address = ?

UPDATE token SET type = 'ERC-721' WHERE address = ?

UPDATE token SET type = ? WHERE address = ?

UPDATE transfer SET type = 'ERC-20', value = token_id, token_id = NULL WHERE token = ? AND token_id IS NOT NULL

UPDATE transfer SET type = 'ERC-721', token_id = value, value = NULL WHERE token = ? AND token_id IS NULL

UPDATE transfer SET type = ? WHERE token = ?

UPDATE tx SET inner_failure = ?1, failure = ?2, revert = ?3 WHERE position = ?4
-- PostgreSQL:
UPDATE tx SET inner_failure = given_inner_failure, failure = given_failure, revert = given_revert FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::bigint[]) AS given(given_inner_failure, given_failure, given_revert, given_position) WHERE tx.position = given_position

UPDATE tx SET inner_failure = NULL, failure = NULL, revert = NULL WHERE position >= ? AND position < ? AND inner_failure IS NOT NULL

UPDATE tx SET succeeded = ?1, created = ?2 WHERE position = ?3
-- PostgreSQL:
UPDATE tx SET succeeded = given_succeeded, created = given_created FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS given(given_succeeded, given_created, given_position) WHERE tx.position = given_position

UPDATE tx SET transfers = transfers + 1 WHERE position = ?

WITH RECURSIVE search (low, high) AS ( SELECT CAST(? AS BIGINT), CAST(? AS BIGINT) UNION ALL SELECT CASE WHEN coalesce(timestamp, 0) < ? THEN (low + high) / 2 + 1 ELSE low END, CASE WHEN coalesce(timestamp, 0) < ? THEN high ELSE (low + high) / 2 END FROM search LEFT JOIN block ON number = (low + high) / 2 WHERE low < high ) SELECT low FROM search WHERE low >= high

WITH RECURSIVE step (height) AS ( SELECT (SELECT max(block) FROM withdrawal WHERE receiver = ?1 AND block < ?2) / 1 UNION ALL SELECT (SELECT max(block) FROM withdrawal WHERE receiver = ?1 AND block < height * 1) / 1 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3

WITH RECURSIVE step (height) AS ( SELECT (SELECT max(number) FROM block WHERE miner = ?1 AND transactions > 0 AND number < ?2) / 1 UNION ALL SELECT (SELECT max(number) FROM block WHERE miner = ?1 AND transactions > 0 AND number < height * 1) / 1 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3

WITH RECURSIVE step (height) AS ( SELECT (SELECT max(position) FROM tx WHERE created = ?1 AND created IS NOT NULL AND value <> x'00' AND position < ?2) / 1048576 UNION ALL SELECT (SELECT max(position) FROM tx WHERE created = ?1 AND created IS NOT NULL AND value <> x'00' AND position < height * 1048576) / 1048576 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3
-- PostgreSQL:
WITH RECURSIVE step (height) AS ( SELECT (SELECT max(position) FROM tx WHERE created = ?1 AND created IS NOT NULL AND value <> '\x00'::bytea AND position < ?2) / 1048576 UNION ALL SELECT (SELECT max(position) FROM tx WHERE created = ?1 AND created IS NOT NULL AND value <> '\x00'::bytea AND position < height * 1048576) / 1048576 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3

WITH RECURSIVE step (height) AS ( SELECT (SELECT max(position) FROM tx WHERE receiver = ?1 AND receiver IS NOT NULL AND value <> x'00' AND position < ?2) / 1048576 UNION ALL SELECT (SELECT max(position) FROM tx WHERE receiver = ?1 AND receiver IS NOT NULL AND value <> x'00' AND position < height * 1048576) / 1048576 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3
-- PostgreSQL:
WITH RECURSIVE step (height) AS ( SELECT (SELECT max(position) FROM tx WHERE receiver = ?1 AND receiver IS NOT NULL AND value <> '\x00'::bytea AND position < ?2) / 1048576 UNION ALL SELECT (SELECT max(position) FROM tx WHERE receiver = ?1 AND receiver IS NOT NULL AND value <> '\x00'::bytea AND position < height * 1048576) / 1048576 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3

WITH RECURSIVE step (height) AS ( SELECT (SELECT max(position) FROM tx WHERE sender = ?1 AND position < ?2) / 1048576 UNION ALL SELECT (SELECT max(position) FROM tx WHERE sender = ?1 AND position < height * 1048576) / 1048576 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3

WITH RECURSIVE step (height) AS ( SELECT (SELECT max(tx) FROM internal WHERE created = ?1 AND created IS NOT NULL AND value <> x'00' AND tx < ?2) / 1048576 UNION ALL SELECT (SELECT max(tx) FROM internal WHERE created = ?1 AND created IS NOT NULL AND value <> x'00' AND tx < height * 1048576) / 1048576 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3
-- PostgreSQL:
WITH RECURSIVE step (height) AS ( SELECT (SELECT max(tx) FROM internal WHERE created = ?1 AND created IS NOT NULL AND value <> '\x00'::bytea AND tx < ?2) / 1048576 UNION ALL SELECT (SELECT max(tx) FROM internal WHERE created = ?1 AND created IS NOT NULL AND value <> '\x00'::bytea AND tx < height * 1048576) / 1048576 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3

WITH RECURSIVE step (height) AS ( SELECT (SELECT max(tx) FROM internal WHERE receiver = ?1 AND receiver IS NOT NULL AND value <> x'00' AND tx < ?2) / 1048576 UNION ALL SELECT (SELECT max(tx) FROM internal WHERE receiver = ?1 AND receiver IS NOT NULL AND value <> x'00' AND tx < height * 1048576) / 1048576 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3
-- PostgreSQL:
WITH RECURSIVE step (height) AS ( SELECT (SELECT max(tx) FROM internal WHERE receiver = ?1 AND receiver IS NOT NULL AND value <> '\x00'::bytea AND tx < ?2) / 1048576 UNION ALL SELECT (SELECT max(tx) FROM internal WHERE receiver = ?1 AND receiver IS NOT NULL AND value <> '\x00'::bytea AND tx < height * 1048576) / 1048576 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3

WITH RECURSIVE step (height) AS ( SELECT (SELECT max(tx) FROM internal WHERE sender = ?1 AND value <> x'00' AND tx < ?2) / 1048576 UNION ALL SELECT (SELECT max(tx) FROM internal WHERE sender = ?1 AND value <> x'00' AND tx < height * 1048576) / 1048576 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3
-- PostgreSQL:
WITH RECURSIVE step (height) AS ( SELECT (SELECT max(tx) FROM internal WHERE sender = ?1 AND value <> '\x00'::bytea AND tx < ?2) / 1048576 UNION ALL SELECT (SELECT max(tx) FROM internal WHERE sender = ?1 AND value <> '\x00'::bytea AND tx < height * 1048576) / 1048576 FROM step WHERE height IS NOT NULL ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3
